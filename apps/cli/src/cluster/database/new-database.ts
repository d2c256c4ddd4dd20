import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../replace-file.ts'
import type { Cluster } from '../cluster.ts'
import { SERVERS, serverData } from '../engines/postgres.ts'
import { dropDatabase } from '../restore/restore-database.ts'

/**
 * Begins a new database where there is none. Drops a database whose creation was interrupted: Patroni would take it for complete, but it lacks
 * the accounts with which replicas copy it. No program has written to it, as programs start after {@link endDatabase}.
 */
export function beginDatabase(cluster: Pick<Cluster, 'engines'>): void {
  const file = unfinishedDatabase(cluster)
  if (existsSync(file)) dropDatabase(cluster)
  else if (!SERVERS.some((n) => existsSync(join(serverData(cluster, n), 'PG_VERSION')))) replaceFile(file, '')
}

/** Notes that the database has its accounts, and is to be kept from now on. */
export function endDatabase(cluster: Pick<Cluster, 'engines'>): void {
  rmSync(unfinishedDatabase(cluster), { force: true })
}

/** Returns the file that is there while a new database is made. */
export function unfinishedDatabase({ engines }: Pick<Cluster, 'engines'>): string {
  return join(engines, 'database-unfinished')
}
