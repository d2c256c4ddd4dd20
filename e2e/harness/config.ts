/** The Chromium that `npm test` found; alone, the tests look in Debian's place. */
export const chromePath: string = process.env.CHROME_PATH || '/usr/bin/chromium'
