import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { MediaUnavailableError, MediaUnreadableError } from './media-errors.ts'
import { type MediaRouteOptions, mediaCacheControl, mediaSource, mediaTypeOf, sent, unlessLeft } from './media-route.ts'
import {
  askSource,
  assertNamed,
  inTurns,
  MAX_SOURCE_BYTES,
  readBounded,
  type SourceAnswer,
  type SourceOptions,
} from './sources/fetch-source.ts'

const query = z.strictObject({ src: mediaSource })

/** Bytes of one part: browsers request the next when they come near its end. */
const PART_BYTES = 2 * 1024 * 1024
/** Largest start of a range that a video can have. */
const LAST_START = 2 ** 40
/** Bytes of a video beyond these are not served. */
const MAX_VIDEO_BYTES = 256 * 1024 * 1024
/** Longest time that a part being sent occupies its slot, milliseconds: readers may be slow, and their unread bytes have a bound of their own. */
const HELD_MS = 30_000

/** Serves videos and sounds at `/media/video`, as their hosts have them, in parts. */
export function mountVideo(server: FastifyInstance, { sources, fetching, clientOf }: MediaRouteOptions): void {
  server.route({
    method: 'GET',
    url: '/media/video',
    schema: {
      querystring: query,
      operationId: 'get-film',
      summary: 'A video or audio file, by byte range',
      tags: ['Media'],
    },
    handler: async (request, reply) => {
      const { src } = request.query as z.output<typeof query>
      const asked = rangeOf(request.headers.range)
      if (asked !== null && asked.end >= MAX_VIDEO_BYTES)
        throw new MediaUnreadableError('only its first 256 MB are served')
      const range = asked ?? { start: 0, end: MAX_SOURCE_BYTES - 1 }
      const client = clientOf(request.raw)
      // Its place bounds the parts in memory, also those that are being sent.
      const sendFrom = async (at: string, signal: AbortSignal) => {
        if (at === src) await assertNamed(src, sources, client, signal)
        send(reply, src, asked, await fetchVideo(at, range, { ...sources, client, signal }))
        await sent(reply, HELD_MS)
      }
      await unlessLeft(reply, (signal) =>
        inTurns(src, (at) =>
          fetching.add(client, () => sendFrom(at, signal), { source: sources.shares.of(at), signal }),
        ),
      )
      return reply
    },
  })
}

/** Parses a `Range` header, cut to one part; null for the whole, or for several ranges. */
function rangeOf(header: string | undefined): ByteRange | null {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  const start = Number(first)
  if (first === undefined || start > LAST_START) return null
  const end = last === undefined || last === '' ? Number.POSITIVE_INFINITY : Number(last)
  return end < start ? null : { start, end: Math.min(end, start + PART_BYTES - 1) }
}

function send(reply: FastifyReply, src: string, asked: ByteRange | null, part: VideoPart | BeyondVideo): void {
  reply.header('accept-ranges', 'bytes')
  if (part.type === null) {
    reply.code(416).header('content-range', `bytes */${part.total}`).send()
    return
  }
  reply.header('cache-control', mediaCacheControl(src)).type(part.type)
  if (asked === null) sendWhole(reply, part)
  else sendPart(reply, part)
}

/** @throws MediaUnreadableError for a video that is served in parts only. */
function sendWhole(reply: FastifyReply, { bytes, total }: VideoPart): void {
  if (bytes.byteLength < total) throw new MediaUnreadableError('it is too large to send whole: request byte ranges')
  reply.send(bytes)
}

function sendPart(reply: FastifyReply, { start, bytes, total }: VideoPart): void {
  const last = start + bytes.byteLength - 1
  reply.code(206).header('content-range', `bytes ${start}-${last}/${total}`).send(bytes)
}

/** Bytes from and to, both included, as HTTP counts. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A part of a video or a sound. */
export interface VideoPart {
  readonly type: string
  readonly start: number
  readonly bytes: Buffer
  /** Bytes of the whole. */
  readonly total: number
}

/** A range that begins beyond the end. */
export interface BeyondVideo {
  readonly type: null
  readonly total: number
}

/**
 * Fetches a part of a video or a sound, by the rules of images. The host's answer may be shorter than requested.
 * @throws SourceRefusedError, SourceMovedError, MediaUnavailableError, MediaUnreadableError when it is neither, or too large for a host that
 *   gives it only whole.
 */
function fetchVideo(src: string, range: ByteRange, options: SourceOptions): Promise<VideoPart | BeyondVideo> {
  return askSource(src, options, {
    headers: { accept: 'video/*, audio/*', range: `bytes=${range.start}-${range.end}` },
    read: (answer) => readPart(answer, range),
  })
}

async function readPart(answer: SourceAnswer, range: ByteRange): Promise<VideoPart | BeyondVideo> {
  const { statusCode, headers, body, url } = answer
  const given = /^bytes (?:(\d{1,15})-\d{1,15}|\*)\/(\d{1,15})$/.exec(String(headers['content-range'] ?? ''))
  if (statusCode === 416) return { type: null, total: Number(given?.[2] ?? 0) }
  if (statusCode !== 200 && statusCode !== 206) throw new MediaUnavailableError(`its host answered ${statusCode}`)
  const type = videoType(headers['content-type'], url.pathname)
  if (type === null) throw new MediaUnreadableError('it is neither video nor audio')
  if (statusCode === 200) {
    const whole = await readBounded(body, MAX_SOURCE_BYTES)
    if (range.start >= whole.byteLength) return { type: null, total: whole.byteLength }
    return { type, start: range.start, bytes: cut(whole, range), total: whole.byteLength }
  }
  if (given === null || Number(given[1]) !== range.start)
    throw new MediaUnavailableError('its host sent a different range')
  const bytes = await readBounded(body, range.end - range.start + 1)
  return { type, start: range.start, bytes, total: Number(given[2]) }
}

/** Copies a part: a view of it would hold the whole in memory for as long as its reader takes, where the part alone is counted. */
function cut(whole: Buffer, { start, end }: ByteRange): Buffer {
  const part = whole.subarray(start, end + 1)
  return part.byteLength === whole.byteLength ? whole : Buffer.from(part)
}

/** Types by file extension, for hosts that declare none. */
const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
}

/** Content types of hosts that do not know the type. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/mp4', 'application/ogg'])

/**
 * Returns the type that a video or a sound is served as. Browsers may not sniff another, so that nothing else runs.
 * @param contentType the host's `content-type`.
 * @param path of its address.
 * @returns null when it is neither.
 */
export function videoType(contentType: string | string[] | undefined, path: string): string | null {
  const type = mediaTypeOf(contentType)
  if (/^(?:video|audio)\/[a-z0-9.+-]{1,60}$/.test(type)) return type
  if (!UNKNOWN.has(type)) return null
  return TYPES[/\.([a-z0-9]{2,4})$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? null
}
