import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../cluster.ts'
import { SERVERS } from '../engines/postgres.ts'

/** Outcome of a restore as the servers' logs say it. */
export interface RestoreOutcome {
  /** Time of the last transaction that was restored, as PostgreSQL writes it; null before it ended. */
  readonly reached: string | null
  /** Timeline that begins there; null before it ended. */
  readonly timeline: number | null
  /** The first error of the restore; null for none. */
  readonly fault: string | null
}

const REACHED = /last completed transaction was at log time (.+)/
const NEW_TIMELINE = /selected new timeline ID: (\d+)/
const FAULT =
  /(?:FATAL: +(recovery ended before configured recovery target was reached|could not (?:restore file|locate (?:a )?required checkpoint) .*|requested timeline .*)|(ERROR: \[\d+\]: .*))/

/** Puts the servers' logs aside, so that what follows in them is of the restore. */
export function beginRestoreLogs({ directory }: Pick<Cluster, 'directory'>): void {
  for (const n of SERVERS) {
    const log = join(directory.logs, `pg${n}.log`)
    if (existsSync(log)) renameSync(log, join(directory.logs, `pg${n}.before-restore.log`))
  }
}

/** Reads how a restore went. Patroni chooses which server restores, so it may be in any log. */
export function readRestoreOutcome({ directory }: Pick<Cluster, 'directory'>): RestoreOutcome {
  const logs = SERVERS.map((n) => join(directory.logs, `pg${n}.log`))
  return restoreOutcome(logs.map((log) => (existsSync(log) ? readFileSync(log, 'utf8') : '')).join('\n'))
}

/** Finds the outcome of a restore in the text of logs. */
export function restoreOutcome(text: string): RestoreOutcome {
  const [, fatal, error] = FAULT.exec(text) ?? []
  const [, timeline] = NEW_TIMELINE.exec(text) ?? []
  return {
    reached: REACHED.exec(text)?.[1]?.trim() ?? null,
    timeline: timeline === undefined ? null : Number(timeline),
    fault: fatal ?? error ?? null,
  }
}

/**
 * Says up to where a restore went, and how to go further where that was too early.
 * @param followed the timeline that it followed. Its log may name an earlier one, which ended where the cluster was started again.
 */
export function restoredTo({ reached, timeline }: RestoreOutcome, followed: number): string {
  const where = `restored up to the transaction of ${reached ?? 'the last backup'}`
  if (timeline === null) return where
  return `${where}; the cluster goes on in timeline ${timeline}. For a later time of what was before, add --timeline ${followed}`
}

/** Says why a restore failed, and what to do. */
export function failedRestore({ fault }: RestoreOutcome, logs: string): string {
  if (fault?.startsWith('recovery ended before') === true)
    return 'The restore failed: the archive ends before the time of --restore-to. Take an earlier time, or latest in its place.'
  const where = `${logs}/pg1.log to pg3.log say more; the backups stay, and it can be repeated.`
  return `The restore failed${fault === null ? '' : ` (${fault})`}: ${where}`
}
