import { resolve } from 'node:path'
import { runningDatabaseUrl } from '@opal/store/maintenance/inspect/running-database'
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
  return DATABASE_URL ?? runningDatabaseUrl(resolve(ROOT, dataDir))
}

/** Returns the database as {@link runningDatabase} does. @throws Problem when none runs. */
export async function requireRunningDatabase(dataDir: string, config: CliConfig): Promise<string> {
  const running = await runningDatabase(dataDir, config)
  if (running !== null) return running
  throw new Problem(`No database runs at ${dataDir}: start Opal, name its --data-dir, or set DATABASE_URL.`)
}
