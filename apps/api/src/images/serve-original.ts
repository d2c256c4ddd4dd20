import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { MarketError } from '@opal/domain/errors'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import mime from 'mime'
import * as z from 'zod'
import { MediaUnavailableError, MediaUnreadableError } from './media-errors.ts'
import { type MediaRouteOptions, mediaCacheControl, mediaSource, mediaTypeOf, unlessLeft } from './media-route.ts'
import { askSource, assertNamed, inTurns, type SourceAnswer } from './sources/fetch-source.ts'

const query = z.strictObject({
  src: mediaSource,
  name: z.string().max(256).default('').describe('File name without its extension'),
})

/** Larger files are refused. */
const MAX_ORIGINAL_BYTES = 256 * 1024 * 1024
/** Time that a host and a reader may take together. */
const TIMEOUT_MS = 120_000
/** Longest time that a file being sent occupies its slot, milliseconds: a few readers who are slow on purpose would hold all slots. */
const HELD_MS = 30_000

/**
 * Serves a file that metadata names, as its host has it, as a download at `/media/original`. Browsers save it and run none of
 * it, whatever it holds.
 * @param heldMs for tests.
 */
export function mountOriginal(
  server: FastifyInstance,
  { sources, fetching, clientOf }: MediaRouteOptions,
  heldMs = HELD_MS,
): void {
  server.route({
    method: 'GET',
    url: '/media/original',
    exposeHeadRoute: false,
    schema: {
      querystring: query,
      operationId: 'get-original',
      summary: 'A file as its host serves it',
      tags: ['Media'],
    },
    handler: async (request, reply) => {
      const { src, name } = request.query as z.output<typeof query>
      const client = clientOf(request.raw)
      const sendFrom = async (at: string, signal: AbortSignal) => {
        if (at === src) await assertNamed(src, sources, client, signal)
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const read = (answer: SourceAnswer) => {
          setTimeout(resolve, heldMs).unref()
          return passOn(answer, src, name, reply)
        }
        const options = { timeoutMs: TIMEOUT_MS, ...sources, client, signal }
        askSource(at, options, { headers: { accept: '*/*' }, read }).then(resolve, reject)
        await promise
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

/** Sends the file as it arrives. @throws MediaUnavailableError, MediaUnreadableError before its first byte, nothing after it. */
async function passOn(answer: SourceAnswer, src: string, name: string, reply: FastifyReply): Promise<void> {
  const { statusCode, headers, body } = answer
  if (statusCode !== 200) throw new MediaUnavailableError(`its host answered ${statusCode}`)
  const length = headers['content-length']
  if (Number(length ?? 0) > MAX_ORIGINAL_BYTES) throw tooLarge()
  const type = typeOf(headers['content-type'])
  reply
    .header('cache-control', mediaCacheControl(src))
    .header('content-disposition', contentDisposition(originalName(name, src, type)))
    .type(type ?? 'application/octet-stream')
  // A browser notices by it that a file was cut off.
  if (typeof length === 'string' && /^\d{1,15}$/.test(length)) reply.header('content-length', length)
  reply.send(Readable.from(bounded(body)))
  await finished(reply.raw).catch(() => undefined)
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > MAX_ORIGINAL_BYTES) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw error instanceof MarketError
      ? error
      : new MediaUnavailableError('its host closed the connection early', { cause: error })
  }
}

function tooLarge(): MediaUnreadableError {
  return new MediaUnreadableError(`it is larger than ${MAX_ORIGINAL_BYTES / 1024 / 1024} MB`)
}

/** Returns the host's content type, if it is one of an image, a video, audio or a model; null otherwise. */
function typeOf(contentType: string | string[] | undefined): string | null {
  const type = mediaTypeOf(contentType)
  return /^(?:image|video|audio|model)\/[a-z0-9.+-]{1,60}$/.test(type) ? type : null
}

/** Longest ending that a file has: `.woff2`, `.html5`. */
const ENDING = /\.([a-z0-9]{1,5})$/i
const PLAIN = 'application/octet-stream'

/**
 * Returns the name of the file that an original is saved as: by what the token is called, with the ending that its address or its type
 * has.
 * @param name of the token; empty takes the address's last part.
 * @param type as its host says, without parameters; null where it says nothing.
 * @example originalName('Opal #7', 'ipfs://bafy/7.png', 'image/png') // 'Opal #7.png'
 */
export function originalName(name: string, src: string, type: string | null): string {
  const last = /([^/?#]*)(?:[?#].*)?$/.exec(src)?.[1] ?? ''
  const ending = ENDING.exec(last)?.[1]?.toLowerCase() ?? endingOf(type)
  const stem = cleaned(name) || cleaned(last.replace(ENDING, '')) || 'original'
  return ending === null ? stem : `${stem.replace(ENDING, (own) => (own === `.${ending}` ? '' : own))}.${ending}`
}

function endingOf(type: string | null): string | null {
  return type === null || type === PLAIN ? null : mime.getExtension(type)
}

/** Without what a file system forbids, and without the characters that hide how a name ends. */
function cleaned(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 100)
    .toWellFormed()
}
