import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Path of a Chromium that is there: CHROME_PATH or a usual place; null when there is none.
 * @throws Problem when CHROME_PATH names no program.
 */
export function locateChromium({ CHROME_PATH }: CliConfig): string | null {
  if (!CHROME_PATH) return USUAL_PLACES.find(isExecutable) ?? null
  if (isExecutable(CHROME_PATH)) return CHROME_PATH
  throw new Problem(`CHROME_PATH names ${CHROME_PATH}, which is no program: correct it, or unset it.`)
}

/**
 * Path of a Chromium, installed now when there is none and we are root on Debian.
 * @throws Problem that says how to get one.
 */
export function findChromium(config: CliConfig, say: (line: string) => void): string {
  const found = locateChromium(config)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return installChromium(config, say)
  throw new Problem(
    'The browser tests need Chromium: install it (Debian: sudo apt-get install chromium), or set CHROME_PATH to one.',
  )
}

function installChromium({ environment }: CliConfig, say: (line: string) => void): string {
  say('Installing Chromium with apt-get ...')
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (status !== 0) {
      const words = stderr.trim().split('\n').at(-1) ?? ''
      throw new Problem(`apt-get ${args.join(' ')} failed (${words}): install Chromium by hand, or set CHROME_PATH.`)
    }
  }
  const found = USUAL_PLACES.find(isExecutable)
  if (!found) throw new Problem('apt-get installed Chromium in an unusual place: set CHROME_PATH to it.')
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
