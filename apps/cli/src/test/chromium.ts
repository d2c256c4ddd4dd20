import type { DebianProgram } from '../debian/debian-program.ts'

/** The browser that journeys and screenshots run in. */
export const CHROMIUM: DebianProgram = {
  title: 'Chromium',
  variable: 'CHROME_PATH',
  // The shell first: without windows it needs less than half the time for a page.
  usualPlaces: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debianPackage: 'chromium-headless-shell',
  neededBy: 'The browser tests need',
}
