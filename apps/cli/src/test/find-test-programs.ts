import type { CliConfig } from '../config.ts'
import { findProgram } from '../debian/debian-program.ts'
import { CHROMIUM } from './chromium.ts'
import { PGBOUNCER } from './pgbouncer.ts'
import { REDIS } from './redis.ts'

/**
 * Finds the environment that says where the programs are that tests of these parts start.
 * @throws Problem that says how to get one that is not there.
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
