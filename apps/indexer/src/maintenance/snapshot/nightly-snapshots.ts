import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Backoff, pause } from '@opal/domain/backoff'
import type { ObjectFolder } from '@opal/runtime/objects/object-folder'
import type { Store } from '@opal/store/driver/connection'
import { withLease } from '@opal/store/driver/lease'
import { isSameProcessAlive, processIdentity } from '@opal/store/embedded/process-identity'
import { pruneSnapshots, snapshotDays, uploadSnapshot } from '@opal/store/maintenance/snapshot/snapshot-folders'
import type { Logger } from 'pino'

export interface SnapshotJob {
  readonly databaseUrl: string
  readonly directory: string
}

export interface WrittenSnapshot {
  /** Null of an empty index. */
  readonly version: string | null
  readonly rows: number
}

export type SnapshotAnswer = WrittenSnapshot | { readonly fault: string }

const PROGRAM = fileURLToPath(new URL('./snapshot-program.ts', import.meta.url))

/**
 * Writes a snapshot in a process of its own: turning every public row into text is minutes of work for one core, which
 * the indexer needs for the chain.
 * @throws Error when it could not be written, or the signal ended it.
 */
async function snapshotInProcess(job: SnapshotJob, signal: AbortSignal): Promise<WrittenSnapshot> {
  const program = fork(PROGRAM, [], { execArgv: [], stdio: 'ignore', signal, killSignal: 'SIGKILL' })
  const ended = once(program, 'exit').then((): SnapshotAnswer => ({ fault: 'the program that wrote it ended' }))
  ended.catch(() => undefined)
  const answered = once(program, 'message').then(([answer]) => answer as SnapshotAnswer)
  answered.catch(() => undefined)
  try {
    program.send(job)
    const answer = await Promise.race([answered, ended])
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  } finally {
    program.kill('SIGKILL')
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A nightly snapshot, named by its day in UTC. */
export interface DueSnapshot {
  /** `2026-01-31`. */
  readonly day: string
  /** Due time, milliseconds since 1970. */
  readonly atMs: number
}

/**
 * Returns the last snapshot that was due.
 * @param minuteOfDay when snapshots are taken, minutes since midnight, UTC.
 */
export function lastDue(nowMs: number, minuteOfDay: number): DueSnapshot {
  const offset = minuteOfDay * MINUTE_MS
  const midnight = Math.floor((nowMs - offset) / DAY_MS) * DAY_MS
  return { day: new Date(midnight).toISOString().slice(0, 10), atMs: midnight + offset }
}

export interface SnapshotSchedule {
  /** Has a folder for each day. */
  readonly folder: ObjectFolder
  /** Time of day, minutes since midnight, UTC. */
  readonly minuteOfDay: number
  /** Number of snapshots retained. */
  readonly retained: number
}

export interface SnapshotsOptions {
  readonly store: Store
  readonly schedule: SnapshotSchedule
  readonly log: Logger
  /** Whether this program has followed the chain to its head: what an unfinished backfill has written is no market, and another program's may be. */
  readonly isAtHead: () => boolean
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Interval between checks. */
  readonly everyMs?: number
  /** Longest duration of a snapshot; a day by default. */
  readonly maxMs?: number
  /** Waits some milliseconds, or until the signal; tests bring their own. */
  readonly wait?: typeof pause
}

const EVERY_MS = 30_000
/** Each attempt may read the whole market before it fails, as on a disk without room for it, and keeps PostgreSQL from removing old rows meanwhile. */
const AFTER_ERROR = { firstMs: 15 * MINUTE_MS, maxMs: 240 * MINUTE_MS }

/**
 * Takes a public snapshot every night, or later if nothing ran at that time. The first one is never made up for: a new index is not
 * worth one. Disposing cancels a running snapshot, which leaves no files.
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
  const { log, now = Date.now, everyMs = EVERY_MS, wait = pause } = options
  const beganMs = now()
  const backoff = new Backoff(AFTER_ERROR)
  while (!signal.aborted) {
    let pauseMs = everyMs
    try {
      await takeIfDue(options, beganMs, signal)
      backoff.reset()
    } catch (error) {
      pauseMs = backoff.next()
      if (!signal.aborted) log.warn({ err: error }, 'the nightly snapshot could not be written')
    }
    await wait(pauseMs, signal)
  }
}

async function takeIfDue(options: SnapshotsOptions, beganMs: number, signal: AbortSignal): Promise<void> {
  const { folder, minuteOfDay } = options.schedule
  const { day, atMs } = lastDue((options.now ?? Date.now)(), minuteOfDay)
  const days = await snapshotDays(folder)
  const isFirst = days.length === 0
  if (days.includes(day) || (isFirst && atMs <= beganMs) || !options.isAtHead()) return
  // Several indexers may share a folder: one of them writes.
  await withLease(options.store.db, { name: 'snapshot', signal }, async () => {
    if (!(await snapshotDays(folder)).includes(day)) await take(options, day, signal)
  })
}

async function take(
  { store, schedule, log, maxMs = DAY_MS }: SnapshotsOptions,
  day: string,
  signal: AbortSignal,
): Promise<void> {
  const { folder, retained } = schedule
  const databaseUrl = store.connectionString
  // A snapshot that hangs, for example on its disk, would prevent all later ones, and keep PostgreSQL from removing old rows.
  const ending = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  const write = (directory: string) => snapshotInProcess({ databaseUrl, directory: join(directory, day) }, ending)
  const written =
    folder.directory === null ? await writeAndUpload(folder, day, write, ending) : await write(folder.directory)
  const removed = await pruneSnapshots(folder, retained)
  log.info({ ...written, day, removed }, 'wrote the nightly snapshot')
}

/** Writes a snapshot to this machine, then uploads it: the sizes of its files are known only then. */
async function writeAndUpload(
  folder: ObjectFolder,
  day: string,
  write: (directory: string) => Promise<WrittenSnapshot>,
  signal: AbortSignal,
): Promise<WrittenSnapshot> {
  await removeLeftovers()
  // A test upload, replaced later: it finds a store that refuses uploads before the whole market is read for it.
  await folder.write(`${day}/SHA256SUMS`, Buffer.alloc(0))
  await using home = await mkdtempDisposable(join(tmpdir(), `opal-snapshot-${processIdentity(process.pid)}-`))
  const written = await write(home.path)
  await uploadSnapshot(folder, day, join(home.path, day), signal)
  return written
}

/** Name of a snapshot that waits to be uploaded, with the process that wrote it. */
const WAITING = /^opal-snapshot-(.+)-\w{6}$/

/** Removes the snapshots of killed indexers from this machine: one that is killed night after night, for its memory perhaps, would fill the disk. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, identity] = WAITING.exec(name) ?? []
    if (identity === undefined || isSameProcessAlive(identity)) continue
    // A folder of another account cannot be removed.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}
