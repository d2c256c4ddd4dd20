import type { RawTransaction } from './split-response.ts'

/** What one message of the stream held: consecutive transactions, at least one. */
export type StreamBatch = readonly [RawTransaction, ...RawTransaction[]]

/** Consecutive versions. */
export interface VersionRange {
  readonly from: bigint
  /** The first version that is not of it; null: it has no end. */
  readonly to: bigint | null
}
