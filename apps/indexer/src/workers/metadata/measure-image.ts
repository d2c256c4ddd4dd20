import { createProcessPool } from '@opal/chain/web/process-pool'
import type { ImageJob, ImageOutcome } from '@opal/store/projections/metadata/images'
import { createBoundedFetcher, type MediaConfig } from './fetch-bounded.ts'
import type { ImageFacts, MeasureAnswer } from './measure-program.ts'
import { afterFailure, MetadataError } from './media-errors.ts'

/** An honest picture takes some hundred milliseconds. */
const TIMEOUT_MS = 10_000

/** Measures pictures one at a time, in a process of its own. */
export interface ApartMeasurer extends Disposable {
  /** @throws MetadataError when it is no picture; WorkerProcessError. */
  measure(source: Uint8Array): Promise<ImageFacts>
}

export function createApartMeasurer(timeoutMs = TIMEOUT_MS): ApartMeasurer {
  const pool = createProcessPool<Uint8Array, MeasureAnswer>({
    program: new URL('measure-program.ts', import.meta.url),
    size: 1,
  })
  return {
    async measure(source) {
      const answer = await pool.run(source, timeoutMs)
      if ('fault' in answer) throw new MetadataError(`not a picture that can be read: ${answer.fault}`, false)
      return answer.facts
    },
    [Symbol.dispose]: () => pool[Symbol.dispose](),
  }
}

export interface ImageMeasurer extends AsyncDisposable {
  /** Never throws: what went wrong is part of the outcome. */
  measure(job: ImageJob): Promise<ImageOutcome>
}

/** @source docs/product/tokens-and-filters.md#fetch-limits */
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
