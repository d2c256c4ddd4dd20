import { createHash } from 'node:crypto'
import { MEDIA_WIDTHS, type PictureFormat } from '@opal/contract/media-url'
import PQueue from 'p-queue'
import type { FairQueue } from './fair-queue.ts'
import { fetchPicture } from './fetch-picture.ts'
import { assertNamed, type SourceOptions } from './fetch-source.ts'
import type { MediaCache } from './media-cache.ts'
import { renderImage } from './render-image.ts'

/** Pictures drawn at once. */
const CONCURRENCY = 4
/** A source that failed is not asked again for so long. */
const FAILURE_MS = 20_000
const MAX_FAILURES = 2_000

/** A picture that somebody asks for. */
export interface PictureAsked {
  /** As metadata names it. */
  readonly src: string
  /** Pixels; rounded up to one of a few. */
  readonly width: number
  readonly format?: PictureFormat
  /** Who asks: those who ask for much wait for themselves. */
  readonly client: string
}

/** Makes sized pictures of what metadata names. */
export interface Media {
  /** @throws SourceRefusedError, MediaUnavailableError, MediaUnreadableError, MediaBusyError */
  picture(asked: PictureAsked): Promise<Buffer>
}

/** Asks the cache first; makes each picture once however many ask for it at the same time. */
export function createMedia(cache: MediaCache, options: SourceOptions, fetching: FairQueue): Media {
  const drawing = new PQueue({ concurrency: CONCURRENCY })
  const making = new Map<string, Promise<Buffer>>()
  const failures = new Map<string, { readonly error: unknown; readonly until: number }>()

  const make = async (key: string, src: string, width: number, format: PictureFormat): Promise<Buffer> => {
    // What nothing names now may be named in a moment: that is asked each time.
    await assertNamed(src, options)
    try {
      const source = await fetchPicture(src, options)
      const picture = await drawing.add(() => renderImage(source, width, format))
      await cache.set(key, picture)
      return picture
    } catch (error) {
      if (failures.size >= MAX_FAILURES) failures.clear()
      failures.set(src, { error, until: performance.now() + FAILURE_MS })
      throw error
    }
  }

  return {
    async picture({ src, width, format = 'webp', client }) {
      const step =
        MEDIA_WIDTHS.find((candidate) => candidate >= width) ?? MEDIA_WIDTHS[MEDIA_WIDTHS.length - 1] ?? width
      const key = createHash('sha256')
        .update(keyText(step, format, src))
        .digest('hex')
      const kept = await cache.get(key)
      if (kept !== null) return kept
      const failed = failures.get(src)
      if (failed !== undefined && failed.until > performance.now()) throw failed.error
      const running = making.get(key)
      if (running !== undefined) return running
      const made = fetching.add(client, () => make(key, src, step, format)).finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
  }
}

/** WebP came first: its pictures keep the names that they have. */
function keyText(width: number, format: PictureFormat, src: string): string {
  return format === 'webp' ? `${width} ${src}` : `${format} ${width} ${src}`
}
