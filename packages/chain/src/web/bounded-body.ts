import { MarketError } from '@opal/domain/errors'
import { isWithinBounds, type JsonBounds } from '@opal/domain/text/json-bounds'

/** An answer has more bytes than are read, or more values than are parsed. */
export class BodyTooLargeError extends MarketError {
  override readonly code = 'body-too-large'
}

/** Bounds of an answer of JSON. */
export interface AnswerBounds extends JsonBounds {
  readonly bytes: number
}

/** Parses a large answer when its turn comes, as the process does nothing else meanwhile. */
export type ParseTurn = <Result>(parse: () => Result) => Promise<Result>

/** Bytes of an answer that is parsed without a turn: of whatever values, it takes the parser two milliseconds at most. */
const SMALL_BYTES = 32 * 1024

/**
 * Reads the decompressed body of an answer up to a bound: a server may send any number of bytes, and a few compressed bytes may expand to any
 * number.
 * @throws BodyTooLargeError, and what the connection throws.
 */
export async function readBoundedBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader?.cancel()
      throw new BodyTooLargeError(`The answer is larger than ${maxBytes / 1024} kB.`)
    }
    chunks.push(part.value)
  }
  return joined(chunks, size)
}

/**
 * Reads a body that arrives in parts, as undici's requests give it, up to a bound.
 * @param tooLarge makes the error that is thrown where there are more bytes.
 */
export async function readBoundedParts(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const part of parts) {
    size += part.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(part)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads JSON as {@link readBoundedBody} reads bytes, and parses none that has more values than it may: a few megabytes have room for what takes the parser
 * a second, in which the process does nothing else.
 * @param inTurn left out where nothing else has to be done at the same time.
 * @throws SyntaxError, too
 */
export async function readBoundedJson(
  response: Response,
  bounds: AnswerBounds,
  inTurn: ParseTurn = async (parse) => parse(),
): Promise<unknown> {
  const body = await readBoundedBody(response, bounds.bytes)
  const parse = () => parseWithin(body, bounds)
  return body.byteLength > SMALL_BYTES ? inTurn(parse) : parse()
}

function parseWithin(body: Uint8Array, bounds: JsonBounds): unknown {
  const text = new TextDecoder().decode(body)
  if (!isWithinBounds(text, bounds))
    throw new BodyTooLargeError('The answer has too many values, lists, objects or different keys.')
  return JSON.parse(text)
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
