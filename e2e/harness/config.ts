import { existsSync } from 'node:fs'
import { runs } from '@opal/domain/testing/effort/config'

/** Headless Chromium: needs less than half the time of a full one. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** The Chromium that `npm test` found; alone, the tests look in Debian's places. */
export const chromePath: string = process.env.CHROME_PATH || (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')

/** Data directory of a running instance that journeys of the shared market look at; null starts a market of their own. */
export const instanceDir: string | null = process.env.E2E_INSTANCE_DIR || null

/**
 * Returns our environment for an instance of its own: the database and ports of the person who runs the tests stay out of
 * it.
 */
export function environmentWith(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: '', NODE_OPTIONS: '', OPAL_NETWORK: 'local', ...extra }
}

/** Longest wait for one step of a journey, in milliseconds. Only a failure uses it up; a loaded machine may need much of it. */
export const TIMEOUT_MS = 45_000
/** The same, as options of `waitFor` and `expect.poll`. */
export const TIMEOUT = { timeout: TIMEOUT_MS } as const

/** Number of trades between two people in front of an observer. */
export const tradeCount = runs(2, 60)
/** Number of trades from which the delay of shown changes is checked: fewer say little on a machine that does other things. */
export const MEASURED_TRADES = 50

/**
 * Has traces hold the page before and after each action (TRACE_SNAPSHOTS=on). A tenth of the browser tests' time goes into
 * that, so a whole run leaves it out: a failure saves the page as it was in the end anyway.
 */
export const tracesSnapshots = process.env.TRACE_SNAPSHOTS === 'on'

/** User agent of a normal browser: the site does not stream pages to robots. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** Window of a phone, in CSS pixels. */
export const PHONE = { width: 390, height: 844 }
