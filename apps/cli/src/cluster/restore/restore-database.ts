import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Problem } from '../../problem.ts'
import { replaceFile } from '../../replace-file.ts'
import type { Cluster, Restore } from '../cluster.ts'
import { configureBackups, readArchiveEnd, readBackups, readTimeline } from '../database/database.ts'
import { engineFolder } from '../engine.ts'
import { backupRepository, postgresBinaries, SERVERS, serverData } from '../engines/postgres.ts'
import { chooseBackup } from './restore-base.ts'
import { beginRestoreLogs, readRestoreOutcome, restoredTo } from './restore-log.ts'
import { type RestoreTarget, refuseUnarchived } from './restore-target.ts'

/** A cluster whose database is being restored. */
export type RestoringCluster = Omit<Cluster, 'restore'> & { readonly restore: Restore }

/** Restore that has not reached its end. */
const Unfinished = z.object({
  /** Timeline on which the cluster ran before it. A restore that is canceled late has begun another one. */
  ranOn: z.number(),
})

/**
 * Refuses to start where the former database is missing: an empty one would start next to the backups of the lost one. Also refuses a database
 * whose restore was not finished, which PostgreSQL would take for complete.
 * @throws Problem that says how to restore.
 */
export function refuseLostDatabase(cluster: Pick<Cluster, 'engines'>): void {
  if (existsSync(unfinishedRestore(cluster)))
    throw new Problem('A restore was not finished: repeat it with --restore-to. The backups are as they were.')
  const isThere = SERVERS.some((n) => existsSync(join(serverData(cluster, n), 'PG_VERSION')))
  if (!isThere && existsSync(join(backupRepository(cluster), 'backup')))
    throw new Problem(
      'No server has a database, but there are backups of one: --restore-to latest brings it back, --reset removes the backups too.',
    )
}

/**
 * Drops the database, whose servers restore it from its backups as they start. Nothing else starts the cluster until {@link endRestore}.
 * @throws Problem before anything is dropped when no backup leads to the target, the archive ends before it, or its release of PostgreSQL is
 * not installed.
 */
export async function beginRestore(
  folders: Omit<Cluster, 'restore'>,
  target: RestoreTarget,
): Promise<RestoringCluster> {
  postgresBinaries(folders)
  // The folder may have been moved since.
  if (existsSync(backupRepository(folders))) configureBackups(folders)
  refuseUnarchived(target, await readArchiveEnd(folders))
  const file = unfinishedRestore(folders)
  const ranOn = readUnfinished(file, target) ?? (await readTimeline(folders)).number
  const cluster = { ...folders, restore: await planRestore(folders, target, ranOn) }
  replaceFile(file, JSON.stringify({ ranOn } satisfies z.input<typeof Unfinished>))
  dropDatabase(cluster)
  beginRestoreLogs(cluster)
  return cluster
}

/**
 * Drops what a restore has written that was ended before its end, once its servers are stopped. Nothing starts from it, and the next try needs
 * the room. Does nothing after {@link endRestore}.
 * @returns whether there was such a restore.
 */
export function dropUnfinishedRestore(cluster: Pick<Cluster, 'engines'>): boolean {
  if (!existsSync(unfinishedRestore(cluster))) return false
  dropDatabase(cluster)
  return true
}

/** Lets the cluster start as usual again. @returns how far the restore went. */
export function endRestore(cluster: RestoringCluster): string {
  rmSync(unfinishedRestore(cluster), { force: true })
  return restoredTo(readRestoreOutcome(cluster), cluster.restore.timeline)
}

/**
 * Reads the timeline on which the cluster ran before an unfinished restore; null where no restore is unfinished.
 * @throws Problem where the file does not say it, as that of an older release: the archive's newest timeline may be what that restore began.
 */
function readUnfinished(file: string, { timeline }: RestoreTarget): number | null {
  if (!existsSync(file)) return null
  const read = Unfinished.safeParse(parsed(readFileSync(file, 'utf8')))
  const ranOn = read.success ? read.data.ranOn : timeline
  if (ranOn !== undefined) return ranOn
  throw new Problem(
    'An older release began a restore that was not finished, and did not note which timeline the cluster ran on: add it with --timeline (1 where nothing had been restored before). Nothing was dropped.',
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @throws Problem when no backup leads to the target. */
async function planRestore(folders: Omit<Cluster, 'restore'>, target: RestoreTarget, ranOn: number): Promise<Restore> {
  const timeline = await readTimeline(folders, target.timeline ?? ranOn)
  return { target, timeline: timeline.number, backup: chooseBackup(target, await readBackups(folders), timeline) }
}

/** Returns the file that is there from the loss of a database until its restore is done. */
export function unfinishedRestore({ engines }: Pick<Cluster, 'engines'>): string {
  return join(engines, 'restore-unfinished.json')
}

/** Drops every PostgreSQL server and its state in etcd, also what Patroni has put aside of a restore that failed; the backups remain. */
export function dropDatabase(cluster: Pick<Cluster, 'engines'>): void {
  for (const name of SERVERS.flatMap((n) => [`pg${n}`, `etcd${n}`]))
    for (const data of ['data', 'data.failed'])
      rmSync(join(engineFolder(cluster, name), data), { recursive: true, force: true })
}
