const encoder = new TextEncoder()
/** Most bytes of UTF-8 that a UTF-16 unit takes. */
const BYTES_PER_UNIT = 3

/** Returns whether a text takes at most `maxBytes` bytes of UTF-8. */
export function fitsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return false
  return text.length * BYTES_PER_UNIT <= maxBytes || encoder.encode(text).length <= maxBytes
}

/** Cuts a text to a number of bytes of UTF-8, between characters. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (text.length * BYTES_PER_UNIT <= maxBytes) return text
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(maxBytes)).read)
}
