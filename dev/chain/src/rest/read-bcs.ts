import { ApiError } from './api-error.ts'

/**
 * Reads a BCS body. Bytes that do not fit (truncated, absurdly nested) are the client's fault and answered in
 * the node's words.
 */
export function readBcs<Value>(type: string, bytes: Uint8Array, read: (bytes: Uint8Array) => Value): Value {
  try {
    return read(bytes)
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    const reason =
      cause instanceof Error && /end of buffer/.test(cause.message) ? 'unexpected end of input' : 'malformed'
    throw new ApiError(400, 'invalid_input', `Failed to deserialize input into ${type}: ${reason}`)
  }
}
