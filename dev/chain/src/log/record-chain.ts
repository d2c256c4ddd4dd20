import { createHash } from 'node:crypto'

/** The chain before the first record. */
export const NO_CHAIN: Buffer = Buffer.alloc(32)

/** SHA-256 of the chain before and a record's body. */
export function chained(before: Buffer, body: Buffer): Buffer {
  return createHash('sha256').update(before).update(body).digest()
}
