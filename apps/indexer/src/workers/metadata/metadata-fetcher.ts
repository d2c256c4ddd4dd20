import { pause } from '@opal/domain/backoff'
import type { Store } from '@opal/store/driver/connection'
import {
  finishMetadataJobs,
  queueRequestedMetadata,
  takeMetadataJobs,
} from '@opal/store/projections/metadata/documents'
import { finishImageJobs, takeImageJobs } from '@opal/store/projections/metadata/images'
import type { BusyMedia, MediaJob, MediaOrder } from '@opal/store/projections/metadata/media-jobs'
import type { Logger } from 'pino'
import type { Media } from '../../status/indexer-metrics.ts'
import { createFairSlots, type FairSlots, type SlotLimits } from './fair-slots.ts'
import type { MediaConfig } from './fetch-bounded.ts'
import { createMetadataFetcher } from './fetch-metadata.ts'
import { createImageMeasurer } from './measure-image.ts'

const IDLE_MS = 500
const AFTER_ERROR_MS = 5_000
/** Pauses after a query for jobs, as a multiple of its duration: a query is slow where many waiting jobs may not be taken. */
const REST = 4
const MAX_REST_MS = 2_000

/** Time as a queue sees it; tests drive it. */
export interface QueueClock {
  /** Milliseconds. */
  readonly now: () => number
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}
const CLOCK: QueueClock = { now: () => performance.now(), pause }

/** A queue in the database, and what is done with its jobs. */
export interface QueueWork<Job extends MediaJob, Outcome extends { readonly status: string }> {
  /** For the log. */
  readonly name: string
  readonly log: Logger
  readonly limits: SlotLimits
  /** Takes due jobs up to a limit, none of a busy source or collection, the first in an order. */
  readonly take: (limit: number, busy: BusyMedia, order: MediaOrder) => Promise<readonly Job[]>
  /** Never throws. */
  readonly work: (job: Job) => Promise<Outcome>
  readonly finish: (outcomes: readonly Outcome[]) => Promise<void>
}

/**
 * Processes a queue in parallel to the pipeline, on connections of its own. Jobs are taken as slots get free. An outcome is written
 * as soon as the write before it has ended, with the others that arrived by then: a hanging job delays only those that need its
 * slots. A job that the signal interrupts stays on the queue unchanged.
 * @returns when the signal has ended it.
 */
export async function drainQueue<Job extends MediaJob, Outcome extends { readonly status: string }>(
  of: QueueWork<Job, Outcome>,
  signal: AbortSignal,
  clock: QueueClock = CLOCK,
): Promise<void> {
  const slots = createFairSlots(of.limits, clock.now)
  const takeNext = takeInTurns(of, slots)
  const write = createOutcomeWriter(of.finish)
  const running = new Set<Promise<void>>()
  let ended = Promise.withResolvers<void>()
  const run = async (job: Job) => {
    const end = slots.begin(job)
    const began = clock.now()
    const outcome = await of.work(job)
    const tookMs = clock.now() - began
    try {
      if (!signal.aborted) await write(outcome)
    } catch (error) {
      of.log.warn({ err: error }, `an outcome of ${of.name} could not be written`)
    } finally {
      end(outcome.status === 'ready', tookMs)
    }
  }
  while (!signal.aborted) {
    try {
      const began = clock.now()
      const jobs = await takeNext()
      const restMs = Math.min(REST * (clock.now() - began), MAX_REST_MS)
      for (const job of jobs) {
        const done: Promise<void> = run(job).finally(() => {
          running.delete(done)
          ended.resolve()
        })
        running.add(done)
      }
      if (restMs > 0) await clock.pause(restMs, signal)
      if (jobs.length === 0) await Promise.race([clock.pause(IDLE_MS, signal), ended.promise])
      ended = Promise.withResolvers()
    } catch (error) {
      if (signal.aborted) break
      of.log.warn({ err: error }, `${of.name} was interrupted`)
      await clock.pause(AFTER_ERROR_MS, signal)
    }
  }
  await Promise.all(running)
}

/**
 * Returns a function that takes jobs for the free slots: in turn those that have been due for longest, and the newest. So whatever was queued
 * before, however much it is and however it hangs, a new job waits for few slots to get free.
 */
function takeInTurns<Job extends MediaJob>(
  of: Pick<QueueWork<Job, never>, 'take'>,
  slots: FairSlots,
): () => Promise<readonly Job[]> {
  let isNewestNext = false
  const take = (order: MediaOrder) => of.take(slots.free(), slots.busy(order), order)
  return async () => {
    if (slots.free() === 0) return []
    const newest = isNewestNext ? await take('newest') : []
    const jobs = newest.length > 0 ? newest : await take('oldest')
    // A turn in which nothing was found is not over.
    if (jobs.length > 0) isNewestNext = newest.length === 0
    return jobs
  }
}

/** Writes outcomes one batch after the other: those that come during a write are the next batch. */
function createOutcomeWriter<Outcome>(
  finish: (outcomes: readonly Outcome[]) => Promise<void>,
): (outcome: Outcome) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let batch: { readonly outcomes: Outcome[]; readonly written: Promise<void> } | null = null
  const open = () => {
    const outcomes: Outcome[] = []
    const written = last
      .catch(() => undefined)
      .then(() => {
        batch = null
        return finish(outcomes)
      })
    last = written
    return { outcomes, written }
  }
  return (outcome) => {
    batch ??= open()
    batch.outcomes.push(outcome)
    return batch.written
  }
}

/** A document has a megabyte at most, and most of its time is waiting. */
const DOCUMENTS: SlotLimits = { slots: 32, first: 2, most: 12 }
/** Images are large, and processed one at a time. */
const IMAGES: SlotLimits = { slots: 6, first: 1, most: 3 }
/** Requests of users in one batch. */
const REQUESTS = 200

interface MediaOptions {
  readonly store: Store
  readonly config: MediaConfig & { readonly measuresImages: boolean }
  readonly log: Logger
  /** Called after each first attempt: most of what fails again and again is dead for good, and says nothing of this machine. */
  readonly onFetched?: (what: Media, isReady: boolean) => void
}

/** Works off the queues of documents and images. Disposing waits for the jobs in hand. */
export function startMetadataFetcher(options: MediaOptions): AsyncDisposable {
  const stopping = new AbortController()
  const done = Promise.all([
    fetchDocuments(options, stopping.signal),
    options.config.measuresImages ? measureImages(options, stopping.signal) : undefined,
  ])
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function fetchDocuments({ store, config, log, onFetched }: MediaOptions, signal: AbortSignal): Promise<void> {
  await using fetcher = createMetadataFetcher(config, signal)
  const queue = {
    name: 'the metadata queue',
    log,
    limits: DOCUMENTS,
    take: async (limit: number, busy: BusyMedia, order: MediaOrder) => {
      await queueRequestedMetadata(store.db, REQUESTS)
      return takeMetadataJobs(store.db, limit, busy, order)
    },
    work: async (job: Parameters<typeof fetcher.fetch>[0]) => {
      const outcome = await fetcher.fetch(job)
      if (job.attempts === 0) onFetched?.('documents', outcome.status === 'ready')
      return outcome
    },
    finish: (outcomes: Parameters<typeof finishMetadataJobs>[1]) => finishMetadataJobs(store.db, outcomes),
  }
  await drainQueue(queue, signal)
}

async function measureImages({ store, config, log, onFetched }: MediaOptions, signal: AbortSignal): Promise<void> {
  await using measurer = createImageMeasurer(config, signal)
  const queue = {
    name: 'the queue of images',
    log,
    limits: IMAGES,
    take: (limit: number, busy: BusyMedia, order: MediaOrder) => takeImageJobs(store.db, limit, busy, order),
    work: async (job: Parameters<typeof measurer.measure>[0]) => {
      const outcome = await measurer.measure(job)
      if (job.attempts === 0) onFetched?.('images', outcome.status === 'ready')
      return outcome
    },
    finish: (outcomes: Parameters<typeof finishImageJobs>[1]) => finishImageJobs(store.db, outcomes),
  }
  await drainQueue(queue, signal)
}
