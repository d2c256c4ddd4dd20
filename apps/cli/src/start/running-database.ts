import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isReachable } from '@opal/store/maintenance/inspect/server-facts'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'

/**
 * Returns the database that `DATABASE_URL` names, or of the instance that is up in this data directory; null when
 * neither.
 */
export async function runningDatabase(
  dataDir: string,
  { DATABASE_URL }: Pick<CliConfig, 'DATABASE_URL'>,
): Promise<string | null> {
  if (DATABASE_URL !== undefined) return DATABASE_URL
  const file = join(resolve(ROOT, dataDir), 'database-url')
  const url = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return url !== '' && (await isReachable(url)) ? url : null
}

/** Returns the database as {@link runningDatabase} does. @throws Problem when none runs. */
export async function requireRunningDatabase(dataDir: string, config: CliConfig): Promise<string> {
  const running = await runningDatabase(dataDir, config)
  if (running !== null) return running
  throw new Problem(`No database runs at ${dataDir}: start Opal, name its --data-dir, or set DATABASE_URL.`)
}
