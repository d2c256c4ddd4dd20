import type { Store } from '@opal/store/driver/connection'
import {
  finishMetadataJobs,
  queueRequestedMetadata,
  takeMetadataJobs,
} from '@opal/store/projections/metadata/documents'
import { finishImageJobs, takeImageJobs } from '@opal/store/projections/metadata/images'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import { pause } from '../../pause.ts'
import type { MediaConfig } from './fetch-bounded.ts'
import { createMetadataFetcher } from './fetch-metadata.ts'
import { createImageMeasurer } from './measure-image.ts'

const IDLE_MS = 500
const AFTER_ERROR_MS = 5_000

/** A queue in the database, and what is done with its jobs. */
export interface QueueWork<Job, Outcome> {
  /** For the log. */
  readonly name: string
  readonly log: Logger
  /** Jobs that are worked on at once. */
  readonly concurrency: number
  readonly take: () => Promise<readonly Job[]>
  /** Never throws. */
  readonly work: (job: Job) => Promise<Outcome>
  readonly finish: (outcomes: readonly Outcome[]) => Promise<void>
}

/**
 * Works off a queue beside the pipeline, on connections of its own: a batch of jobs at a time, one write per batch. What
 * the signal cuts off stays on the queue, untouched.
 * @returns when the signal has ended it.
 */
export async function drainQueue<Job, Outcome>(of: QueueWork<Job, Outcome>, signal: AbortSignal): Promise<void> {
  const queue = new PQueue({ concurrency: of.concurrency })
  while (!signal.aborted) {
    try {
      const jobs = await of.take()
      const outcomes = await Promise.all(jobs.map((job) => queue.add(() => of.work(job))))
      if (signal.aborted) return
      await of.finish(outcomes)
      if (jobs.length === 0) await pause(IDLE_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      of.log.warn({ err: error }, `${of.name} was interrupted`)
      await pause(AFTER_ERROR_MS, signal)
    }
  }
}

const DOCUMENTS = { take: 200, concurrency: 16 }
/** Pictures are large, and looked at one at a time. */
const IMAGES = { take: 16, concurrency: 4 }

interface MediaOptions {
  readonly store: Store
  readonly config: MediaConfig & { readonly measuresPictures: boolean }
  readonly log: Logger
}

/** Works off the queues of documents and pictures. Disposing waits for the batches in hand. */
export function startMetadataFetcher(options: MediaOptions): AsyncDisposable {
  const stopping = new AbortController()
  const done = Promise.all([
    fetchDocuments(options, stopping.signal),
    options.config.measuresPictures ? measureImages(options, stopping.signal) : undefined,
  ])
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function fetchDocuments({ store, config, log }: MediaOptions, signal: AbortSignal): Promise<void> {
  await using fetcher = createMetadataFetcher(config, signal)
  const queue = {
    name: 'the metadata queue',
    log,
    concurrency: DOCUMENTS.concurrency,
    take: async () => {
      await queueRequestedMetadata(store.db, DOCUMENTS.take)
      return takeMetadataJobs(store.db, DOCUMENTS.take)
    },
    work: fetcher.fetch,
    finish: (outcomes: Parameters<typeof finishMetadataJobs>[1]) => finishMetadataJobs(store.db, outcomes),
  }
  await drainQueue(queue, signal)
}

async function measureImages({ store, config, log }: MediaOptions, signal: AbortSignal): Promise<void> {
  await using measurer = createImageMeasurer(config, signal)
  const queue = {
    name: 'the queue of pictures',
    log,
    concurrency: IMAGES.concurrency,
    take: () => takeImageJobs(store.db, IMAGES.take),
    work: measurer.measure,
    finish: (outcomes: Parameters<typeof finishImageJobs>[1]) => finishImageJobs(store.db, outcomes),
  }
  await drainQueue(queue, signal)
}
