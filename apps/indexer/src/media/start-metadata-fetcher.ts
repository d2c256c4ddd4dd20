import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '@opal/store/connect'
import { finishMetadataJobs, takeMetadataJobs } from '@opal/store/write/metadata-queue'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { MediaConfig } from './fetch-bounded.ts'
import { createMetadataFetcher } from './fetch-metadata.ts'

const TAKE = 200
const CONCURRENCY = 16
const IDLE_MS = 500
const AFTER_ERROR_MS = 5_000

/**
 * Works off the metadata queue beside the pipeline, on connections of its own: a batch of addresses at a time, sixteen
 * fetches at once, one write per batch. Disposing waits for the batch in hand.
 */
export function startMetadataFetcher(options: {
  readonly store: Store
  readonly config: MediaConfig
  readonly log: Logger
}): AsyncDisposable {
  const stopping = new AbortController()
  const done = work(options, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function work(
  { store, config, log }: { readonly store: Store; readonly config: MediaConfig; readonly log: Logger },
  signal: AbortSignal,
): Promise<void> {
  await using fetcher = createMetadataFetcher(config, signal)
  const queue = new PQueue({ concurrency: CONCURRENCY })
  while (!signal.aborted) {
    try {
      const jobs = await takeMetadataJobs(store.db, TAKE)
      const outcomes = await Promise.all(jobs.map((job) => queue.add(() => fetcher.fetch(job))))
      // What was cut off by our own end stays on the queue, untouched.
      if (signal.aborted) return
      await finishMetadataJobs(store.db, outcomes)
      if (jobs.length === 0) await pause(IDLE_MS, signal)
    } catch (error) {
      log.warn({ err: error }, 'the metadata queue was interrupted')
      await pause(AFTER_ERROR_MS, signal)
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined)
}
