import type { CliConfig } from '../config.ts'
import { type DebianProgram, findProgram } from '../debian/debian-program.ts'

/** Redis, which the tests of several APIs start. Under a BSD licence as Debian has it; a tool, not shipped. */
const REDIS: DebianProgram = {
  title: 'Redis',
  variable: 'REDIS_SERVER_PATH',
  usualPlaces: [
    '/usr/bin/redis-server',
    '/usr/bin/valkey-server',
    '/usr/local/bin/redis-server',
    '/usr/local/bin/valkey-server',
    '/opt/homebrew/bin/redis-server',
    '/opt/homebrew/bin/valkey-server',
  ],
  debianPackage: 'redis-server',
  neededBy: 'The tests of several APIs on one store need',
}

/** pgBouncer, which the tests of poolers start. Under the ISC licence as Debian has it; a tool, not shipped. */
const PGBOUNCER: DebianProgram = {
  title: 'pgBouncer',
  variable: 'PGBOUNCER_PATH',
  usualPlaces: ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'],
  debianPackage: 'pgbouncer',
  neededBy: 'The tests of poolers need',
}

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

/** All programs that tests start. */
export const TEST_PROGRAMS: readonly DebianProgram[] = [CHROMIUM, REDIS, PGBOUNCER]

/**
 * Returns the environment variables that name the programs which tests of these parts start.
 * @throws Problem that says how to install a missing program.
 */
export async function findTestPrograms(
  parts: readonly string[],
  config: CliConfig,
  say: (line: string) => void,
): Promise<Readonly<Record<string, string>>> {
  const programs = [
    ...(parts.includes('store') ? [REDIS, PGBOUNCER] : []),
    // The dev wallet has a browser test, too, next to its code.
    ...(parts.includes('unit') || parts.includes('e2e') ? [CHROMIUM] : []),
  ]
  const environment: Record<string, string> = {}
  // One after the other: apt-get holds a lock.
  for (const program of programs) environment[program.variable] = await findProgram(program, config, say)
  return environment
}
