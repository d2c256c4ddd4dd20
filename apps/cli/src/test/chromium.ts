import type { DebianProgram } from './debian-program.ts'

/** The browser that journeys and pictures are made in. */
export const CHROMIUM: DebianProgram = {
  title: 'Chromium',
  variable: 'CHROME_PATH',
  usualPlaces: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debianPackage: 'chromium',
  neededBy: 'The browser tests need',
}
