import { setImmediate as turn } from 'node:timers/promises'
import { mediaSourceOf } from '@opal/domain/limits/media-source'
import type { BusyMedia, MediaJob, MediaOrder } from '@opal/store/projections/metadata/media-jobs'
import { pino } from 'pino'
import type { SlotLimits } from '../fair-slots.ts'
import { afterFailure } from '../media-errors.ts'
import { drainQueue, type QueueClock } from '../metadata-fetcher.ts'

export const LIMITS: SlotLimits = { slots: 32, first: 2, most: 12 }
export const LIMITS_OF_IMAGES: SlotLimits = { slots: 6, first: 1, most: 3 }
export const FETCH_TIMEOUT_MS = 15_000
/** Due rows among which the store chooses. */
const CANDIDATES = 500
/** Simulated time after which a test gives up. */
const MAX_MS = 3_600_000

/** A clock that stops until all work due at its time is done, and then advances to the next timer. */
function drivenClock() {
  let now = 0
  const waiting: { readonly atMs: number; readonly wake: () => void }[] = []
  const until = (ms: number) =>
    new Promise<void>((wake) => {
      waiting.push({ atMs: now + ms, wake })
    })
  const clock: QueueClock = { now: () => now, pause: (ms, signal) => (signal.aborted ? Promise.resolve() : until(ms)) }
  const step = async () => {
    await turn()
    waiting.sort((a, b) => a.atMs - b.atMs)
    const next = waiting.shift()
    if (next === undefined) return
    now = next.atMs
    next.wake()
    await turn()
  }
  return { clock, until, step }
}

/** How a host answers. */
export interface Answer {
  readonly ms: number
  readonly isReady: boolean
}
export const HANGS: Answer = { ms: FETCH_TIMEOUT_MS, isReady: false }
export const ANSWERS: Answer = { ms: 100, isReady: true }

export interface Row extends MediaJob {
  readonly id: number
  /** Of each attempt, the last one of all further ones. */
  readonly answers: readonly Answer[]
  /** Milliseconds; zero when left out. */
  readonly dueMs?: number
}

/** Returns a row that was never tried. */
export function rowOf(
  id: number,
  address: string,
  collectionId: string | null,
  answers: readonly Answer[],
  dueMs = 0,
): Row {
  return { id, attempts: 0, ...sourced(address), collectionId, answers, dueMs }
}

/** Returns the source and the service of an address as the store has them. */
function sourced(address: string): Pick<MediaJob, 'source' | 'service'> {
  const { key, service, isContent } = mediaSourceOf(address)
  return { source: key, service: isContent ? null : service }
}

interface Entry {
  readonly row: Row
  attempts: number
  atMs: number
}

/** Takes due rows as the store does: of the first that are not busy, one of each source, service and collection and of all that is slow. */
function takeRows(due: readonly Entry[], limit: number, busy: BusyMedia, order: MediaOrder): readonly Entry[] {
  const sources = new Set(busy.sources)
  const services = new Set<string | null>(busy.services)
  const collections = new Set<string | null>(busy.collections)
  const slow = new Set(busy.slow)
  const slowServices = new Set<string | null>(busy.slowServices)
  const isBusy = ({ source, service, collectionId }: Row) =>
    sources.has(source) || services.has(service) || collections.has(collectionId)
  const oldest = due.filter(({ row }) => !isBusy(row)).toSorted((one, other) => one.atMs - other.atMs)
  const inOrder = order === 'oldest' ? oldest : oldest.toReversed().filter(({ attempts }) => attempts === 0)
  let isSlowTaken = false
  const taken: Entry[] = []
  for (const entry of inOrder.slice(0, CANDIDATES)) {
    if (taken.length === limit) break
    const { source, service, collectionId } = entry.row
    if (isBusy(entry.row)) continue
    const isSlow = slow.has(source) || slowServices.has(service)
    if (isSlowTaken && isSlow) continue
    isSlowTaken ||= isSlow
    sources.add(source)
    if (service !== null) services.add(service)
    if (collectionId !== null) collections.add(collectionId)
    taken.push(entry)
  }
  return taken
}

/**
 * How long after it was due each good row was written, milliseconds, of a queue that holds these rows in this order; rows that fail are tried
 * again as the fetchers do.
 * @param isGood those that count: all that answer at once, when left out.
 */
export async function drain(
  rows: readonly Row[],
  limits: SlotLimits = LIMITS,
  isGood = ({ answers: [first] }: Row) => first?.isReady === true,
): Promise<readonly number[]> {
  const { clock, until, step } = drivenClock()
  const due = new Map(rows.map((row): [number, Entry] => [row.id, { row, attempts: 0, atMs: row.dueMs ?? 0 }]))
  const written: number[] = []
  const ending = new AbortController()
  const draining = drainQueue<Row, { readonly row: Row; readonly status: string }>(
    {
      name: 'the queue',
      log: pino({ level: 'silent' }),
      limits,
      take: async (limit, busy, order) => {
        const now = clock.now()
        const taken = takeRows(
          [...due.values()].filter(({ atMs }) => atMs <= now),
          limit,
          busy,
          order,
        )
        for (const entry of taken) entry.atMs = now + 60_000
        return taken.map(({ row, attempts }) => ({ ...row, attempts }))
      },
      work: async (row) => {
        const { ms, isReady } = row.answers[row.attempts] ?? row.answers.at(-1) ?? HANGS
        await until(ms)
        return { row, status: isReady ? 'ready' : 'pending' }
      },
      finish: async (outcomes) => {
        for (const { row, status } of outcomes) {
          const again = status === 'ready' ? null : afterFailure(row.attempts, new Error('it hangs'))
          if (again?.status === 'pending') {
            const atMs = clock.now() + 1_000 * again.retryAfterSeconds
            due.set(row.id, { row, attempts: row.attempts + 1, atMs })
          } else due.delete(row.id)
          if (again === null && isGood(row)) written.push(clock.now() - (row.dueMs ?? 0))
        }
      },
    },
    ending.signal,
    clock,
  )
  const good = rows.filter(isGood).length
  while (written.length < good && clock.now() < MAX_MS) await step()
  ending.abort()
  let ended = false
  void draining.then(() => {
    ended = true
  })
  while (!ended) await step()
  return written
}
