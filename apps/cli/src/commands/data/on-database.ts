import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { connect } from '@opal/store/driver/connection'
import { readPendingMigrations } from '@opal/store/migrate'
import { readMigrationNames } from '@opal/store/migration-files'
import { readSchemaState } from '@opal/store/queries/schema-state'
import { readConfig } from '../../config.ts'
import { Problem } from '../../problem.ts'
import { ROOT } from '../../repository.ts'
import { runningDatabase } from '../../start/running-database.ts'
import { readStartOptions } from '../../start/start-options.ts'
import type { ProgressBoard } from '../../supervisor/progress-board.ts'
import { serve } from '../start.ts'

/** Options that name an instance's database, as commander passes them. */
export interface RawDatabaseOptions {
  readonly dataDir: string
  readonly network?: string
  readonly portOffset: string
}

interface DatabaseWork {
  readonly board: ProgressBoard
  /** Creates the database in a directory that has none. */
  readonly createIfMissing?: boolean
}

/**
 * Works on an instance's database: on the one of `DATABASE_URL` or of an instance that is up; else its PostgreSQL is
 * started for as long as it takes.
 * @throws Problem when there is no database.
 */
export async function onDatabase(
  raw: RawDatabaseOptions,
  { board, createIfMissing = false }: DatabaseWork,
  work: (databaseUrl: string) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  const running = await runningDatabase(raw.dataDir, config)
  if (running !== null) return work(running)
  if (!createIfMissing && !existsSync(resolve(ROOT, raw.dataDir, 'postgres')))
    throw new Problem(`${raw.dataDir} holds no database: name the data directory of an instance with --data-dir.`)
  const options = readStartOptions({ ...raw, demo: false, only: 'postgres' }, config)
  await serve(options, config, { board, fill: work, stay: false })
}

/** @throws Problem when the database is not one of this release. */
export async function refuseOtherDatabase(databaseUrl: string): Promise<void> {
  const pending = await readPendingMigrations(databaseUrl)
  if (pending.length === (await readMigrationNames()).length)
    throw new Problem('The database has no tables of Opal: start the instance once, or name another database.')
  if (pending.length > 0)
    throw new Problem(`The database is of an older release (it lacks ${pending.join(', ')}): start the instance once.`)
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-inspect', maxConnections: 1 })
  if ((await readSchemaState(store)) === 'contracted')
    throw new Problem('The database is of a newer release, which has removed what this one reads: use that release.')
}
