import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Encodings of answers. */
export type Encoding = 'br' | 'gzip'

/** Smaller answers are not compressed. */
const MIN_BYTES = 1_024

/** Returns the best encoding that the client accepts; null to send the body as it is. @source RFC 9110, section 12.5.3 */
export function encodingFor(accepted: string | undefined, bytes: number): Encoding | null {
  if (accepted === undefined || bytes < MIN_BYTES) return null
  const named = new Set(accepted.split(',').flatMap(acceptedEncoding))
  return ENCODINGS.find((encoding) => named.has(encoding)) ?? null
}

/** In the order in which they are preferred. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** Returns the name in one part of the header; none where its weight, however it is written, is zero. */
function acceptedEncoding(part: string): readonly string[] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  return parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)) ? [] : [name]
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses a body in one piece. */
export function compressBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return zip(body, { level: 5 })
}

/** Files that are made for their reader, as text: their length is not known. What is sent as it is stored, images and archives, is compressed already. */
const MADE_TYPE = /^(?:text\/csv|application\/json)\b/
function isMade(reply: FastifyReply): boolean {
  return !reply.hasHeader('content-length') && MADE_TYPE.test(String(reply.getHeader('content-type')))
}

/** A window of 256 kB, not of 4 MB: each file that is being sent has one, for as long as its reader takes. */
const FILE_OPTIONS = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
}

function compressFile(file: Readable, encoding: Encoding): Readable {
  const compressor = encoding === 'br' ? createBrotliCompress(FILE_OPTIONS) : createGzip()
  // The sender of the compressed file reports errors.
  pipeline(file, compressor, () => undefined)
  return compressor
}

/**
 * Compresses answers. An answer that is complete is compressed completely before it is sent: a streaming compressor would hold a megabyte next
 * to the answer for as long as a slow reader takes, and no limit counts that. Call it after the hook that ends a call's place in the queue.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async ({ method, headers }, reply, payload) => {
    const accepted = headers['accept-encoding'] as string | undefined
    if (method === 'HEAD') return payload
    if (typeof payload === 'string') {
      const encoding = encodingFor(accepted, payload.length)
      return encoding === null ? payload : compressBody(Buffer.from(payload), announced(reply, encoding))
    }
    if (payload instanceof Readable && isMade(reply)) {
      const encoding = encodingFor(accepted, Number.POSITIVE_INFINITY)
      return encoding === null ? payload : compressFile(payload, announced(reply, encoding))
    }
    return payload
  })
}

/** Says in an answer how it is encoded. */
function announced(reply: FastifyReply, encoding: Encoding): Encoding {
  const vary = reply.getHeader('vary')
  reply.header('content-encoding', encoding)
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
  return encoding
}
