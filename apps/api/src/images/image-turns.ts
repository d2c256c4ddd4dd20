import { parseDocument } from '@opal/chain/web/document-json'
import type { FairQueue } from '@opal/domain/limits/fair-queue'
import { createSharedJobs, type SharedJobs } from '@opal/domain/limits/shared-jobs'
import { type Drawing, renderQuickly } from './draw/render-image.ts'
import type { MediaCache } from './media-cache.ts'
import { isMediaBusy, MemoryShareError } from './media-errors.ts'
import type { MediaFailures } from './media-failures.ts'
import { createMediaQueue } from './media-queue.ts'
import { fetchSource, type SourceOptions } from './sources/fetch-source.ts'
import { type HeldBytes, SourceMemory } from './sources/source-memory.ts'

/**
 * Concurrent fetches from foreign hosts, each with its drawing if that is quick. One takes up to 15 s, which costs a connection where its host
 * hangs: what is in memory has a bound of its own. Four clients, or a site, leave places at each service and most of all.
 */
export const IMAGE_FETCHES = {
  concurrency: 80,
  concurrencyPerClient: 6,
  concurrencyPerSource: 26,
  maxPending: 1_000,
  maxPendingPerClient: 400,
}

/** The same for images that found no share of the memory: each may hold 25 MB, and four clients leave one to others. */
const LARGE_FETCHES = {
  concurrency: 5,
  concurrencyPerClient: 1,
  concurrencyPerSource: 2,
  maxPending: 1_000,
  maxPendingPerClient: 400,
}

/** An image that is fetched from one address and drawn. */
export interface ImageTurn extends Omit<Drawing, 'source'> {
  /** Key of the image in the cache. */
  readonly key: string
  /** Address that was asked for. */
  readonly asked: string
  /** Address that it is fetched from: the one that was asked for, one that this redirects to, or one that its document names. */
  readonly src: string
  /** Whether a document names it: another document is not followed. */
  readonly isNamed: boolean
  /** Ends the fetch of a caller that waits no longer. */
  readonly signal?: AbortSignal
  /** Takes the image of a reader who left out of the queues. */
  readonly leaving?: AbortSignal
}

/** Result of a turn at a source: an image, one whose drawing is expensive, or the image that a document names. */
export type Fetched = Buffer | Drawing | { readonly named: string }

/**
 * Returns a function that waits for a turn at a source, fetches an image there and draws it, unless that is expensive. An image for whose bytes
 * there is no share of the memory is fetched again in a turn of large ones.
 */
export function createImageTurns(
  cache: MediaCache,
  failures: MediaFailures,
  options: SourceOptions,
  fetching: FairQueue,
): (turn: ImageTurn) => Promise<Fetched> {
  const jobs = createSharedJobs<Fetched>(fetching, isMediaBusy)
  const largeJobs = createSharedJobs<Fetched>(createMediaQueue(LARGE_FETCHES), isMediaBusy)
  const memory = new SourceMemory()
  const fetchAndDraw = createFetch(cache, failures, options)
  const take = (queue: SharedJobs<Fetched>, turn: ImageTurn, run: () => Promise<Fetched>): Promise<Fetched> => {
    const { key, asked, src, client, signal, leaving } = turn
    const admit = () => options.shares.assertLeft(src, client)
    const shared = { client, source: options.shares.of(src), admit, run, ...(leaving !== undefined && { leaving }) }
    const jobKey = src === asked ? key : `${key} of ${src}`
    // A fetch that its reader may end is not shared with other readers.
    return signal === undefined ? queue.once(jobKey, shared) : queue.alone(jobKey, shared)
  }
  return async (turn) => {
    try {
      return await take(jobs, turn, async () => {
        using held = memory.hold(turn.client, options.shares.of(turn.src))
        return await fetchAndDraw(turn, held)
      })
    } catch (error) {
      if (!(error instanceof MemoryShareError)) throw error
      return take(largeJobs, turn, () => fetchAndDraw(turn, null))
    }
  }
}

/** @returns a function that fetches an image and draws it. Its place bounds large images in memory, held bytes all others. */
function createFetch(
  cache: MediaCache,
  failures: MediaFailures,
  options: SourceOptions,
): (turn: ImageTurn, held: HeldBytes | null) => Promise<Fetched> {
  return async ({ key, asked, src, isNamed, client, width, format, signal }, held) => {
    let failing = asked
    try {
      const source = await fetchSource(
        src,
        { ...options, client, ...(signal !== undefined && { signal }) },
        held?.counted,
      )
      const named = isNamed ? null : namedImage(source)
      if (named !== null) return { named }
      failing = key
      // A quick drawing keeps the place and the share of its fetch. An expensive one leaves them to others: as many as may wait are in memory.
      const drawing = { source, width, format, client }
      const image = await renderQuickly(drawing)
      return image === null ? drawing : await storeImage(cache, key, image)
    } catch (error) {
      // A fetch that its reader ended says nothing of the host.
      if (signal?.aborted !== true) failures.add(failing, error)
      throw error
    }
  }
}

/** Caches an image. @returns the image. */
export async function storeImage(cache: MediaCache, key: string, image: Buffer): Promise<Buffer> {
  await cache.set(key, image)
  return image
}

/** Larger documents are not parsed: a token's metadata has a few kilobytes. */
const MAX_DOCUMENT_BYTES = 1_000_000

/** Returns the image that a metadata document names; null for anything else. */
function namedImage(source: Buffer): string | null {
  if (source.byteLength > MAX_DOCUMENT_BYTES || source[0] !== '{'.charCodeAt(0)) return null
  try {
    const { image } = parseDocument(source.toString('utf8')) as { image?: unknown }
    return typeof image === 'string' && image !== '' && image.length <= 2048 ? image : null
  } catch {
    return null
  }
}
