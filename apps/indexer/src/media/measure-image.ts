import type { ImageJob, ImageOutcome } from '@opal/store/write/image-queue'
import { afterFailure } from './after-failure.ts'
import { createBoundedFetcher, type MediaConfig } from './fetch-bounded.ts'
import { createApartMeasurer } from './measure-apart.ts'

export interface ImageMeasurer extends AsyncDisposable {
  /** Never throws: what went wrong is part of the outcome. */
  measure(job: ImageJob): Promise<ImageOutcome>
}

/** @source design decisions, "Identity and safety": 25 MB */
const MAX_BYTES = 25 * 1024 * 1024

/** Fetches pictures and finds their size and dominant colour. */
export function createImageMeasurer(config: MediaConfig, signal: AbortSignal): ImageMeasurer {
  const fetcher = createBoundedFetcher(config, signal)
  const apart = createApartMeasurer()
  const look = async (src: string): Promise<ImageOutcome> => {
    const { body } = await fetcher.fetch({ uri: src, accept: 'image/*', maxBytes: () => MAX_BYTES })
    return { src, status: 'ready', ...(await apart.measure(body)) }
  }
  return {
    measure: ({ src, attempts }) => look(src).catch((error: unknown) => ({ src, ...afterFailure(attempts, error) })),
    async [Symbol.asyncDispose]() {
      apart[Symbol.dispose]()
      await fetcher[Symbol.asyncDispose]()
    },
  }
}
