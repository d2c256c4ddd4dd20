/**
 * Returns a copy of bytes in memory of its own, for bytes that are cached. Node.js allocates small buffers from slabs of 64 kB, and each buffer
 * keeps its whole slab alive; so do the results of compressors.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(own)
  return own
}
