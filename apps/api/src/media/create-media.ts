import { createHash } from 'node:crypto'
import { MEDIA_WIDTHS } from '@opal/contract/media-url'
import PQueue from 'p-queue'
import { fetchPicture } from './fetch-picture.ts'
import type { SourceOptions } from './fetch-source.ts'
import type { MediaCache } from './media-cache.ts'
import { MediaBusyError } from './media-errors.ts'
import { renderImage } from './render-image.ts'

/** Pictures made at once, and waiting. */
const CONCURRENCY = 4
const MAX_WAITING = 400
/** A source that failed is not asked again for so long. */
const FAILURE_MS = 20_000
const MAX_FAILURES = 2_000

/** Makes sized pictures of what metadata names. */
export interface Media {
  /**
   * A picture as WebP, its width rounded up to one of a few.
   * @throws SourceRefusedError, MediaUnavailableError, MediaUnreadableError, MediaBusyError
   */
  picture(src: string, width: number): Promise<Buffer>
}

/** Asks the cache first; makes each picture once however many ask for it at the same time. */
export function createMedia(cache: MediaCache, options: SourceOptions): Media {
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const making = new Map<string, Promise<Buffer>>()
  const failures = new Map<string, { readonly error: unknown; readonly until: number }>()

  const make = async (key: string, src: string, width: number): Promise<Buffer> => {
    try {
      const picture = await renderImage(await fetchPicture(src, options), width)
      await cache.set(key, picture)
      return picture
    } catch (error) {
      if (failures.size >= MAX_FAILURES) failures.clear()
      failures.set(src, { error, until: performance.now() + FAILURE_MS })
      throw error
    }
  }

  return {
    async picture(src, width) {
      const step =
        MEDIA_WIDTHS.find((candidate) => candidate >= width) ?? MEDIA_WIDTHS[MEDIA_WIDTHS.length - 1] ?? width
      const key = createHash('sha256').update(`${step} ${src}`).digest('hex')
      const kept = await cache.get(key)
      if (kept !== null) return kept
      const failed = failures.get(src)
      if (failed !== undefined && failed.until > performance.now()) throw failed.error
      const running = making.get(key)
      if (running !== undefined) return running
      if (queue.size >= MAX_WAITING) throw new MediaBusyError()
      const made = queue.add(() => make(key, src, step)).finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
  }
}
