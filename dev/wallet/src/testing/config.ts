import { existsSync } from 'node:fs'

/** Environment of the tests. */
export interface BrowserConfig {
  readonly chromium: string
}

/**
 * Finds the Chromium to drive: `CHROME_PATH`, or where distributions put it.
 * @throws Error saying what to set when there is none.
 */
export function readBrowserConfig(environment = process.env): BrowserConfig {
  const candidates = [
    environment.CHROME_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const chromium = candidates.find((path) => path !== undefined && existsSync(path))
  if (chromium === undefined) throw new Error('no Chromium found: set CHROME_PATH to one')
  return { chromium }
}
