import type { IncomingBatch } from '../batch.ts'

/** Returns a batch without transactions, for phases that get their keys separately. */
export function wholeBatch(): IncomingBatch {
  return {
    transactions: [],
    position: { stream: '', chainId: 0, nextVersion: 0n, lastTimestampMicros: null },
    isNew: true,
    isWhole: true,
    lookups: [],
    decode: () => ({ transactions: [], stops: [] }),
  }
}
