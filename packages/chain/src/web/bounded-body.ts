import { MarketError } from '@opal/domain/errors'

/** An answer has more bytes than are read. */
export class BodyTooLargeError extends MarketError {
  override readonly code = 'body-too-large'
  constructor(maxBytes: number) {
    super(`The answer is larger than ${maxBytes / 1024} kB.`)
  }
}

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
      throw new BodyTooLargeError(maxBytes)
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

/** Reads JSON as {@link readBoundedBody} reads bytes. @throws SyntaxError, too */
export async function readBoundedJson(response: Response, maxBytes: number): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await readBoundedBody(response, maxBytes)))
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
