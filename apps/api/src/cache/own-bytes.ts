/**
 * Returns bytes in memory of their own, for those that are kept. Node.js makes small buffers in pieces of 64 kB, which each of them holds as a whole,
 * and so are the results of compressors.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(own)
  return own
}
