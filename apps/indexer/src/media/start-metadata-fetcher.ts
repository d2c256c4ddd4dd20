import type { Store } from '@opal/store/connect'
import { finishImageJobs, takeImageJobs } from '@opal/store/write/image-queue'
import { finishMetadataJobs, queueAskedMetadata, takeMetadataJobs } from '@opal/store/write/metadata-queue'
import type { Logger } from 'pino'
import type { MediaConfig } from './fetch-bounded.ts'
import { createMetadataFetcher } from './fetch-metadata.ts'
import { createImageMeasurer } from './measure-image.ts'
import { workOff } from './work-off.ts'

const DOCUMENTS = { take: 200, concurrency: 16 }
/** Pictures are large, and looked at one at a time. */
const PICTURES = { take: 16, concurrency: 4 }

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
    options.config.measuresPictures ? measurePictures(options, stopping.signal) : undefined,
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
      await queueAskedMetadata(store.db, DOCUMENTS.take)
      return takeMetadataJobs(store.db, DOCUMENTS.take)
    },
    work: fetcher.fetch,
    finish: (outcomes: Parameters<typeof finishMetadataJobs>[1]) => finishMetadataJobs(store.db, outcomes),
  }
  await workOff(queue, signal)
}

async function measurePictures({ store, config, log }: MediaOptions, signal: AbortSignal): Promise<void> {
  await using measurer = createImageMeasurer(config, signal)
  const queue = {
    name: 'the queue of pictures',
    log,
    concurrency: PICTURES.concurrency,
    take: () => takeImageJobs(store.db, PICTURES.take),
    work: measurer.measure,
    finish: (outcomes: Parameters<typeof finishImageJobs>[1]) => finishImageJobs(store.db, outcomes),
  }
  await workOff(queue, signal)
}
