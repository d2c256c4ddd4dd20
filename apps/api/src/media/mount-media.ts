import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { MAX_MEDIA_WIDTH, PICTURE_FORMATS } from '@opal/contract/media-url'
import { wholeNumber } from '@opal/contract/scalars'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Media } from './create-media.ts'

/** What metadata names, as a call is given it. */
export const mediaSource = z.string().min(1).max(2048).describe('ipfs://… or https://…, as metadata names it')

const query = z.strictObject({
  src: mediaSource,
  w: wholeNumber(1, MAX_MEDIA_WIDTH).describe('Pixels; rounded up to a few fixed widths'),
  format: z.enum(PICTURE_FORMATS).default('webp').describe('AVIF is smaller, and takes longer to make'),
})

const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800'

/** How long readers may keep it: what ipfs:// names never changes; what https:// names may. */
export function mediaCacheControl(src: string): string {
  return src.startsWith('ipfs://') ? FOREVER : A_DAY
}

/** Names who sends a request: an IPv6 network is one client. */
export type ClientOf = (request: IncomingMessage) => string

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
