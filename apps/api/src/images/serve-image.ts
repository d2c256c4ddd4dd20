import { createHash } from 'node:crypto'
import { IMAGE_FORMATS, type ImageFormat, MAX_MEDIA_WIDTH, MEDIA_WIDTHS } from '@opal/contract/constants/media-url'
import { wholeNumber } from '@opal/contract/shapes/scalars'
import type { Client } from '@opal/domain/limits/client'
import type { FairQueue } from '@opal/domain/limits/fair-queue'
import { join } from '@opal/domain/limits/shared-jobs'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { hasAnswer } from '../http/entity-tags.ts'
import { type Drawing, renderExpensive } from './draw/render-image.ts'
import { createImageTurns, storeImage } from './image-turns.ts'
import type { MediaCache } from './media-cache.ts'
import { isMediaBusy, MediaUnavailableError } from './media-errors.ts'
import { MediaFailures } from './media-failures.ts'
import { createMediaQueue } from './media-queue.ts'
import { type ClientOf, mediaCacheControl, mediaSource, unlessLeft } from './media-route.ts'
import { assertNamed, inTurns, type SourceOptions } from './sources/fetch-source.ts'

const query = z.strictObject({
  src: mediaSource,
  w: wholeNumber(1, MAX_MEDIA_WIDTH).describe('Pixels; rounded up to a few fixed widths'),
  format: z.enum(IMAGE_FORMATS).default('webp').describe('AVIF is smaller and takes longer to encode'),
})

/** Serves sized images at `/media/image`. */
export function mountMedia(server: FastifyInstance, media: Media, clientOf: ClientOf): void {
  server.route({
    method: 'GET',
    url: '/media/image',
    schema: {
      querystring: query,
      operationId: 'get-image',
      summary: 'An image as WebP or AVIF, resized',
      tags: ['Media'],
    },
    handler: async (request, reply) => {
      const { src, w, format } = request.query as z.output<typeof query>
      const client = clientOf(request.raw)
      const image = await unlessLeft(reply, (leaving) => media.image({ src, width: w, format, client, leaving }))
      if (image === null) return reply
      const etag = `"${createHash('sha256').update(image).digest('base64url').slice(0, 22)}"`
      reply.header('cache-control', mediaCacheControl(src)).header('etag', etag)
      if (hasAnswer(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(`image/${format}`).send(image)
    },
  })
}

/** Images of one client in the making, from fetch to drawing. */
const CONCURRENCY_PER_CLIENT = 6
/** The same for one source, so that a slow one does not delay a client’s other images. */
const CONCURRENCY_PER_SOURCE = 4

/** A requested image. */
export interface ImageRequest {
  /** As metadata names it. */
  readonly src: string
  /** Pixels; rounded up to one of a few. */
  readonly width: number
  readonly format?: ImageFormat
  /** The client, which is queued behind its own requests. */
  readonly client: Client
  /** Ends the fetch of a caller that waits no longer. */
  readonly signal?: AbortSignal
  /** Takes the image of a reader who left out of the queues. A fetch that has begun goes on: others may wait for it. */
  readonly leaving?: AbortSignal
}

/** Makes sized images of what metadata names. */
export interface Media {
  /** @throws SourceRefusedError, MediaUnavailableError, MediaUnreadableError, MediaBusyError */
  image(asked: ImageRequest): Promise<Buffer>
}

/** A request whose width and format are known. */
type Asked = ImageRequest & Omit<Drawing, 'source'>

/** Creates it: images are cached, and requests share the rendering of an image once it has begun. */
export function createMedia(cache: MediaCache, options: SourceOptions, fetching: FairQueue): Media {
  const clients = createMediaQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerClient: CONCURRENCY_PER_CLIENT,
    concurrencyPerSource: CONCURRENCY_PER_SOURCE,
    maxPending: 1_000,
    maxPendingPerClient: 400,
  })
  const failures = new MediaFailures()
  const make = createImageMaker(cache, failures, options, fetching)
  /** Returns the cached image, or null. @throws what its source or drawing failed by, for a while */
  const knownOf = async (key: string, src: string, client: Client): Promise<Buffer | null> => {
    const cached = await cache.get(key, client)
    if (cached === null) failures.check([src, key])
    return cached
  }
  return {
    async image({ src, width, format = 'webp', client, signal, leaving }) {
      const step =
        MEDIA_WIDTHS.find((candidate) => candidate >= width) ?? MEDIA_WIDTHS[MEDIA_WIDTHS.length - 1] ?? width
      const ending = { ...(signal !== undefined && { signal }), ...(leaving !== undefined && { leaving }) }
      const key = createHash('sha256')
        .update(keyText(step, format, src))
        .digest('hex')
      const known = await knownOf(key, src, client)
      if (known !== null) return known
      // An image that several clients wait for is made in the first turn of any of them.
      const makeOnce = async () => {
        const finished = await knownOf(key, src, client)
        if (finished !== null) return finished
        return make(key, { src, width: step, format, client, ...ending })
      }
      // Shares of this client alone: a source that others wait for too is bounded where it is fetched.
      const source = options.shares.of(src).map((sharer) => ({ ...sharer, key: `${client[0].key} ${sharer.key}` }))
      return clients.add(client, makeOnce, { source, ...(leaving !== undefined && { signal: leaving }) })
    },
  }
}

/** Returns a function that makes an image that is not cached: fetches its source, and draws it. */
function createImageMaker(
  cache: MediaCache,
  failures: MediaFailures,
  options: SourceOptions,
  fetching: FairQueue,
): (key: string, asked: Asked) => Promise<Buffer> {
  const drawOnce = createDrawings(cache, failures)
  const fetchAndDraw = createImageTurns(cache, failures, options, fetching)
  return async (key, asked) => {
    if (asked.signal?.aborted) throw new MediaUnavailableError('the client no longer waits for it')
    // Not cached as a failure: a source that nothing names now may be named in a moment.
    await assertNamed(asked.src, options, asked.client, asked.leaving)
    // A document's image has a turn of its own, at its own source.
    const fetchAt = (src: string, isNamed: boolean) =>
      inTurns(src, (at) => fetchAndDraw({ ...asked, key, asked: asked.src, src: at, isNamed }))
    const found = await fetchAt(asked.src, false)
    const fetched = 'named' in found ? await fetchAt(found.named, true) : found
    if (Buffer.isBuffer(fetched)) return fetched
    if ('named' in fetched) throw new MediaUnavailableError('a document names another one')
    return drawOnce(key, { ...fetched, client: asked.client })
  }
}

/** Draws what is expensive, each image once for all who wait for it, and caches it. */
function createDrawings(
  cache: MediaCache,
  failures: MediaFailures,
): (key: string, drawing: Drawing) => Promise<Buffer> {
  const drawingOnce = new Map<string, Promise<Buffer>>()
  const drawExpensive = async (key: string, drawing: Drawing): Promise<Buffer> => {
    try {
      return await storeImage(cache, key, await renderExpensive(drawing))
    } catch (error) {
      failures.add(key, error)
      throw error
    }
  }
  return async (key, drawing) => {
    for (let begun = drawingOnce.get(key); begun !== undefined; begun = drawingOnce.get(key)) {
      const drawn = await join(begun, isMediaBusy)
      if (drawn !== null) return drawn.result
    }
    const own = drawExpensive(key, drawing).finally(() => drawingOnce.delete(key))
    drawingOnce.set(key, own)
    return own
  }
}

/** Keys of WebP images do not name the format, as in caches from before there was another. */
function keyText(width: number, format: ImageFormat, src: string): string {
  return format === 'webp' ? `${width} ${src}` : `${format} ${width} ${src}`
}
