import { createHash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'

/** Keeps block records in order. Records are opaque bytes here. */
export interface BlockStore extends Disposable {
  /** Number of stored records. */
  readonly length: number
  /** Keeps a record for good, or throws and keeps nothing of it. */
  append(record: Uint8Array): void
  read(index: number): Buffer
  /** Hash over all records up to the last one. */
  readonly chain: Buffer
  /** Deletes every record from the `length`-th on. */
  truncate(length: number): void
}

/** The lightest level makes a block no larger than the usual one does, in two thirds of the time. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Returns bytes as the log keeps them. */
export function compressed(bytes: Uint8Array): Buffer {
  return zstdCompressSync(bytes, OPTIONS)
}

/** The chain before the first record. */
export const NO_CHAIN: Buffer = Buffer.alloc(32)

/** Returns SHA-256 of the chain before and a record's body. */
export function chained(before: Buffer, body: Buffer): Buffer {
  return createHash('sha256').update(before).update(body).digest()
}
