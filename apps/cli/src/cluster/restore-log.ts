import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { SERVERS } from './engines/postgres.ts'

/** Outcome of a restore as the servers' logs say it. */
export interface RestoreOutcome {
  /** Time of the last transaction that was restored, as PostgreSQL writes it; null before it ended. */
  readonly reached: string | null
  /** Timelines: that of what was restored, and the one that begins there; null before it ended. */
  readonly timelines: { readonly from: number; readonly to: number } | null
  /** The first error of the restore; null for none. */
  readonly fault: string | null
}

const REACHED = /last completed transaction was at log time (.+)/
const SEGMENT = /restored log file "([0-9A-F]{8})[0-9A-F]{16}" from archive/g
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
  const [before = '', to] = text.split(NEW_TIMELINE)
  const from = [...before.matchAll(SEGMENT)].at(-1)?.[1]
  return {
    reached: REACHED.exec(text)?.[1]?.trim() ?? null,
    timelines: from === undefined || to === undefined ? null : { from: Number.parseInt(from, 16), to: Number(to) },
    fault: fatal ?? error ?? null,
  }
}

/** Says up to where a restore went, and how to go further where that was too early. */
export function restoredTo({ reached, timelines }: RestoreOutcome): string {
  const where = `restored up to the transaction of ${reached ?? 'the last backup'}`
  if (timelines === null) return where
  const { from, to } = timelines
  return `${where}; the cluster goes on in timeline ${to}. For a later time of what was before, add --timeline ${from}`
}

/** Says why a restore failed, and what to do. */
export function failedRestore({ fault }: RestoreOutcome, logs: string): string {
  if (fault?.startsWith('recovery ended before') === true)
    return 'The restore failed: the archive ends before the time of --restore-to. Take an earlier time, or latest in its place.'
  const where = `${logs}/pg1.log to pg3.log say more; the backups stay, and it can be repeated.`
  return `The restore failed${fault === null ? '' : ` (${fault})`}: ${where}`
}
