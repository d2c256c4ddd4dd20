import { createHash } from 'node:crypto'
import { IMAGE_FORMATS, type ImageFormat, MAX_MEDIA_WIDTH, MEDIA_WIDTHS } from '@opal/contract/constants/media-url'
import { wholeNumber } from '@opal/contract/shapes/scalars'
import type { FastifyInstance } from 'fastify'
import PQueue from 'p-queue'
import * as z from 'zod'
import { renderImage } from './draw/render-image.ts'
import type { FairQueue } from './fair-queue.ts'
import { assertNamed, fetchImage, type SourceOptions } from './fetch-source.ts'
import type { MediaCache } from './media-cache.ts'
import { type ClientOf, mediaCacheControl, mediaSource } from './media-route.ts'

const query = z.strictObject({
  src: mediaSource,
  w: wholeNumber(1, MAX_MEDIA_WIDTH).describe('Pixels; rounded up to a few fixed widths'),
  format: z.enum(IMAGE_FORMATS).default('webp').describe('AVIF is smaller, and takes longer to make'),
})

/** Serves sized pictures at `/media/image`. */
export function mountMedia(server: FastifyInstance, media: Media, clientOf: ClientOf): void {
  server.route({
    method: 'GET',
    url: '/media/image',
    schema: {
      querystring: query,
      operationId: 'get-image',
      summary: 'A picture as WebP or AVIF, sized',
      tags: ['Media'],
    },
    handler: async (request, reply) => {
      const { src, w, format } = request.query as z.output<typeof query>
      const picture = await media.picture({ src, width: w, format, client: clientOf(request.raw) })
      const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`
      reply.header('cache-control', mediaCacheControl(src)).header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(`image/${format}`).send(picture)
    },
  })
}

/** Pictures drawn at once. */
const CONCURRENCY = 4
/** Time for which a failed source is not asked again. */
const FAILURE_MS = 20_000
const MAX_FAILURES = 2_000

/** A requested picture. */
export interface ImageRequest {
  /** As metadata names it. */
  readonly src: string
  /** Pixels; rounded up to one of a few. */
  readonly width: number
  readonly format?: ImageFormat
  /** The client, which is queued behind its own requests. */
  readonly client: string
}

/** Makes sized pictures of what metadata names. */
export interface Media {
  /** @throws SourceRefusedError, MediaUnavailableError, MediaUnreadableError, MediaBusyError */
  picture(asked: ImageRequest): Promise<Buffer>
}

/** Creates it: pictures are cached, and concurrent requests for one picture share its rendering. */
export function createMedia(cache: MediaCache, options: SourceOptions, fetching: FairQueue): Media {
  const drawing = new PQueue({ concurrency: CONCURRENCY })
  const making = new Map<string, Promise<Buffer>>()
  const failures = new Map<string, { readonly error: unknown; readonly until: number }>()

  const make = async (key: string, src: string, width: number, format: ImageFormat): Promise<Buffer> => {
    // Not cached as a failure: a source that nothing names now may be named in a moment.
    await assertNamed(src, options)
    try {
      const source = await fetchImage(src, options)
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
      const cached = await cache.get(key)
      if (cached !== null) return cached
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

/** Keys of WebP pictures do not name the format, as in caches from before there was another. */
function keyText(width: number, format: ImageFormat, src: string): string {
  return format === 'webp' ? `${width} ${src}` : `${format} ${width} ${src}`
}
