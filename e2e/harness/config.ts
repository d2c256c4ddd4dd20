/** The Chromium that `npm test` found; alone, the tests look in Debian's place. */
export const chromePath: string = process.env.CHROME_PATH || '/usr/bin/chromium'

/** Our environment for an instance of its own: the database and ports of whoever runs the tests stay out of it. */
export function environmentWith(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: '', NODE_OPTIONS: '', OPAL_NETWORK: 'local', ...extra }
}

/** How long two people trade with each other before an observer, in seconds; ten minutes and more to measure. */
export const tradingSeconds = Number(process.env.TWO_TRADERS_SECONDS || 20)
