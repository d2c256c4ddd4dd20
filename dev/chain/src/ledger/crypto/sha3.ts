import { hash } from 'node:crypto'

/** Returns SHA3-256 of the parts, one after the other. */
export function sha3(...parts: readonly (Uint8Array | string)[]): Buffer {
  return hash('sha3-256', Buffer.concat(parts.map(bytesOf)), 'buffer')
}

function bytesOf(part: Uint8Array | string): Uint8Array {
  return typeof part === 'string' ? Buffer.from(part) : part
}

/** Returns the 32 raw bytes of an address or hash written as `0x` + 64 hex digits. */
export function bytes32(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
