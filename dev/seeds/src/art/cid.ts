import { sha256 } from '@noble/hashes/sha2.js'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Returns a well-formed CIDv1 (dag-pb, sha2-256, base32) of a collection's folder: `bafybei…`.
 * Derived from a name, not from content: the demo's folders are made up as they are read.
 */
export function cidOf(name: string): string {
  const digest = sha256(new TextEncoder().encode(`opal-demo:${name}`))
  return `b${base32(Uint8Array.from([0x01, 0x70, 0x12, 0x20, ...digest]))}`
}

/** RFC 4648 base32, lower case, no padding. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32.charAt((buffer >> bits) & 31)
    }
    buffer &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + BASE32.charAt((buffer << (5 - bits)) & 31)
}
