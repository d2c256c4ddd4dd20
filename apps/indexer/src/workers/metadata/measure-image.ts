import { MAX_SVG_BYTES } from '@opal/chain/web/image-bounds'
import { type ImageKind, imageKind } from '@opal/chain/web/image-kind'
import { createProcessPool } from '@opal/chain/web/process-pool'
import type { ImageJob, ImageOutcome } from '@opal/store/projections/metadata/images'
import { createBoundedFetcher, type MediaConfig } from './fetch-bounded.ts'
import type { ImageFacts, MeasureAnswer } from './measure-program.ts'
import { afterFailure, MetadataError } from './media-errors.ts'

/** An ordinary SVG takes about ten milliseconds, another image about a hundred. One that takes longer delays all others. */
const TIMEOUT_MS = { svg: 2_000, pixels: 10_000 } as const
/** JavaScript heap of a process. The source and decoded pixels are outside of it; the drawing library bounds those by itself. */
const HEAP_MB = 128

/** Measures images one at a time, in a process of its own. */
export interface ApartMeasurer extends Disposable {
  /** @throws MetadataError when it is no image; WorkerProcessError. */
  measure(source: Uint8Array): Promise<ImageFacts>
}

/** Creates the measurer. @param timeoutMs of an image, by its kind. */
export function createApartMeasurer(timeoutMs: Readonly<Record<ImageKind, number>> = TIMEOUT_MS): ApartMeasurer {
  const pool = createProcessPool<Uint8Array, MeasureAnswer>({
    program: new URL('measure-program.ts', import.meta.url),
    size: 1,
    heapMb: HEAP_MB,
  })
  return {
    async measure(source) {
      const kind = imageKind(source)
      if (kind === null) throw new MetadataError('not an image that can be read', false)
      if (kind === 'svg' && source.byteLength > MAX_SVG_BYTES) throw new MetadataError('too large a drawing', false)
      const answer = await pool.run(source, timeoutMs[kind])
      if ('fault' in answer) throw new MetadataError(`not an image that can be read: ${answer.fault}`, false)
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

/** Fetches images and finds their size and dominant colour. */
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
