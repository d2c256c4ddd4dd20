import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { FairQueue } from './fair-queue.ts'
import { type ByteRange, type FilmPart, fetchFilm } from './fetch-film.ts'
import { MAX_SOURCE_BYTES, type SourceOptions } from './fetch-source.ts'
import { MediaUnreadableError } from './media-errors.ts'
import { type ClientOf, mediaCacheControl, mediaSource } from './mount-media.ts'

const query = z.strictObject({ src: mediaSource })

/** Bytes of one part: browsers ask on when they come near its end. */
const PART_BYTES = 2 * 1024 * 1024
/** What begins later is no range that a film has. */
const LAST_START = 2 ** 40
/** Nothing of a film is given beyond here. */
const MAX_FILM_BYTES = 256 * 1024 * 1024

/** Serves films and sounds at `/media/video`, as their hosts have them, in parts. */
export function mountFilm(
  server: FastifyInstance,
  options: SourceOptions,
  fetching: FairQueue,
  clientOf: ClientOf,
): void {
  server.route({
    method: 'GET',
    url: '/media/video',
    schema: { querystring: query, operationId: 'get-film', summary: 'A film or a sound, in parts', tags: ['Media'] },
    handler: async (request, reply) => {
      const { src } = request.query as z.output<typeof query>
      const asked = rangeOf(request.headers.range)
      if (asked !== null && asked.end >= MAX_FILM_BYTES)
        throw new MediaUnreadableError('no more of it than 256 MB is given')
      const range = asked ?? { start: 0, end: MAX_SOURCE_BYTES - 1 }
      const part = await fetching.add(clientOf(request.raw), () => fetchFilm(src, range, options))
      reply.header('accept-ranges', 'bytes')
      if (part.type === null) return reply.code(416).header('content-range', `bytes */${part.total}`).send()
      reply.header('cache-control', mediaCacheControl(src)).type(part.type)
      return asked === null ? sendWhole(reply, part) : sendPart(reply, part)
    },
  })
}

/** The stretch that a `Range` header asks for, no longer than a part; null where the whole is meant, or no one stretch. */
function rangeOf(header: string | undefined): ByteRange | null {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  const start = Number(first)
  if (first === undefined || start > LAST_START) return null
  const end = last === undefined || last === '' ? Number.POSITIVE_INFINITY : Number(last)
  return end < start ? null : { start, end: Math.min(end, start + PART_BYTES - 1) }
}

/** @throws MediaUnreadableError when there is more of it than is given at once. */
function sendWhole(reply: FastifyReply, { bytes, total }: FilmPart): FastifyReply {
  if (bytes.byteLength < total)
    throw new MediaUnreadableError('it is too large to be had whole: ask for ranges of bytes')
  return reply.send(bytes)
}

function sendPart(reply: FastifyReply, { start, bytes, total }: FilmPart): FastifyReply {
  const last = start + bytes.byteLength - 1
  return reply.code(206).header('content-range', `bytes ${start}-${last}/${total}`).send(bytes)
}
