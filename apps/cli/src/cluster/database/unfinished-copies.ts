import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../cluster.ts'
import { SERVERS, type ServerNumber, serverData } from '../engines/postgres.ts'

/**
 * Drops unfinished copies of the primary, so that Patroni copies it again: otherwise it takes the rest for a server, which it never starts.
 * Keeps everything where no server is complete.
 * @returns the servers that are copied again.
 */
export function dropUnfinishedCopies(cluster: Pick<Cluster, 'engines'>): readonly ServerNumber[] {
  // The last file of a copy.
  const isWhole = (n: ServerNumber) => existsSync(join(serverData(cluster, n), 'global', 'pg_control'))
  if (!SERVERS.some(isWhole)) return []
  const unfinished = SERVERS.filter((n) => !isWhole(n) && isFilled(serverData(cluster, n)))
  for (const n of unfinished) rmSync(serverData(cluster, n), { recursive: true, force: true })
  return unfinished
}

function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0
}
