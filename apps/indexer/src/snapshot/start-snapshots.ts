import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '@opal/store/connect'
import { withLease } from '@opal/store/lease'
import { pruneSnapshots, snapshotDays } from '@opal/store/snapshot/snapshot-folders'
import type { Logger } from 'pino'
import { snapshotApart } from './snapshot-apart.ts'
import { lastDue } from './snapshot-due.ts'

export interface SnapshotSchedule {
  /** Where a folder for each day is made. */
  readonly directory: string
  /** When, minutes since midnight, UTC. */
  readonly minuteOfDay: number
  /** How many are kept. */
  readonly kept: number
}

export interface SnapshotsOptions {
  readonly store: Store
  readonly schedule: SnapshotSchedule
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** How often the clock is looked at. */
  readonly everyMs?: number
}

const EVERY_MS = 30_000
const AFTER_ERROR_MS = 15 * 60_000

/**
 * Takes the open snapshot every night, and the one that was missed while nothing ran. Nothing is missed before the first:
 * an index that has only begun is not worth one. Disposing ends the one in hand, which leaves nothing behind.
 */
export function startSnapshots(options: SnapshotsOptions): AsyncDisposable {
  const stopping = new AbortController()
  const done = follow(options, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function follow(options: SnapshotsOptions, signal: AbortSignal): Promise<void> {
  const { log, now = Date.now, everyMs = EVERY_MS } = options
  const beganMs = now()
  while (!signal.aborted) {
    let pauseMs = everyMs
    try {
      await takeIfDue(options, beganMs, signal)
    } catch (error) {
      pauseMs = AFTER_ERROR_MS
      if (!signal.aborted) log.warn({ err: error }, 'the nightly snapshot could not be written')
    }
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

async function takeIfDue(options: SnapshotsOptions, beganMs: number, signal: AbortSignal): Promise<void> {
  const { directory, minuteOfDay } = options.schedule
  const { day, atMs } = lastDue((options.now ?? Date.now)(), minuteOfDay)
  const days = await snapshotDays(directory)
  const isFirst = days.length === 0
  if (days.includes(day) || (isFirst && atMs <= beganMs)) return
  // Of several indexers with one folder, one writes.
  await withLease(options.store.db, { name: 'snapshot', signal }, async () => {
    if (!(await snapshotDays(directory)).includes(day)) await take(options, day, signal)
  })
}

async function take({ store, schedule, log }: SnapshotsOptions, day: string, signal: AbortSignal): Promise<void> {
  const directory = join(schedule.directory, day)
  const written = await snapshotApart({ databaseUrl: store.connectionString, directory }, signal)
  const removed = await pruneSnapshots(schedule.directory, schedule.kept)
  log.info({ ...written, day, removed }, 'wrote the nightly snapshot')
}
