import { createHash } from 'node:crypto'

/** SHA3-256 of the parts, one after the other. */
export function sha3(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha3-256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** 32 raw bytes of an address or hash written as `0x` + 64 hex digits. */
export function bytes32(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
