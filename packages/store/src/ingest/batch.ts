import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import type { StateChanges } from '@opal/domain/state-changes'
import type { TokenChanges } from '@opal/domain/token-change'
import type { DecodeStopRow } from '../tables/decode-stops.ts'

/** One wanted transaction, decoded. Its events and changes are the wanted ones only. */
export interface IndexedTransaction {
  readonly transaction: ChainTransaction
  readonly tokens: TokenChanges
  readonly market: readonly MarketEvent[]
}

/** Where a stream stands once a batch is written. */
export interface StreamPosition {
  readonly stream: string
  readonly chainId: number
  readonly nextVersion: bigint
  /** Chain time of the last transaction, wanted or not; null when the batch had none. */
  readonly lastTimestampMicros: bigint | null
}

/** What one write transaction takes in: the wanted transactions of a range, and the position after it. */
export interface IndexedBatch {
  readonly transactions: readonly IndexedTransaction[]
  /** What any transactions of the range, wanted or not, did to the rest of the state that is followed. */
  readonly state?: readonly StateChanges[]
  readonly position: StreamPosition
  /**
   * Nothing of these transactions is in the store, so that what they say by themselves need not be looked up before it is
   * written. False where that is not known.
   */
  readonly isNew?: boolean
  /** Marketplaces that met an event they could not decode within the range. */
  readonly stops: readonly DecodeStopRow[]
}
