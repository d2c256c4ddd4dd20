import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent, PoolChange } from '@opal/domain/market-event'
import type { CommissionChange } from '@opal/domain/prices/commission'
import type { StateChanges } from '@opal/domain/state-changes'
import type { TokenChanges } from '@opal/domain/tokens/token-change'
import type { DecodeStopRow } from '../schema/stream.ts'
import type { DueOrders } from './orders/due-orders.ts'
import type { KnownTokens } from './tokens/known-tokens.ts'

/** One selected transaction, decoded, with its selected events and changes only. */
export interface IndexedTransaction {
  readonly transaction: ChainTransaction
  readonly tokens: TokenChanges
  readonly market: readonly MarketEvent[]
  /** Changes of what marketplaces take of sales; none when left out. */
  readonly commissions?: readonly CommissionChange[]
  /** Changes of what bidders' pools hold; none when left out. */
  readonly pools?: readonly PoolChange[]
}

/** Position of a stream after a batch. */
export interface StreamPosition {
  readonly stream: string
  readonly chainId: number
  readonly nextVersion: bigint
  /** Chain time of the last transaction, selected or not; null when the batch had none. */
  readonly lastTimestampMicros: bigint | null
}

/** A decoded batch. */
export interface DecodedTransactions {
  readonly transactions: readonly IndexedTransaction[]
  /** Marketplaces with an event within the batch that could not be decoded. */
  readonly stops: readonly DecodeStopRow[]
}

/** A batch of the stream, to be decoded with the store's knowledge of its tokens. */
export interface IncomingBatch {
  /** The selected transactions. */
  readonly transactions: readonly ChainTransaction[]
  /** Changes to names, balances and objects by any transactions of the range, selected or not. */
  readonly state?: readonly StateChanges[]
  readonly position: StreamPosition
  /**
   * Whether these transactions are new to the store, as far as the caller knows. Rows of new ones are inserted
   * without a lookup of older ones, which halves the work; `applyIncoming` handles the case that some exist.
   */
  readonly isNew?: boolean
  /** Whether nothing that is derived from the batch's transactions or orders is stored, and their histories come whole: see derive/. */
  readonly isWhole?: boolean
  /** Orders that the batch settles although no transaction touches them. Default: some of those that are due, expired offers too. */
  readonly due?: DueOrders
  /** Ids of the tokens, tables and collections that decoding looks up. */
  readonly lookups: readonly string[]
  decode(known: KnownTokens): DecodedTransactions
}

/** A batch that is decoded already. */
export interface IndexedBatch
  extends DecodedTransactions,
    Pick<IncomingBatch, 'state' | 'position' | 'isNew' | 'due'> {}

/** Whether older rows of a batch's transactions stay, or cannot exist. */
export type InsertConflict = 'keep' | 'add'

/** Returns how to insert rows that a transaction makes once and for all. */
export function insertConflict({ isNew = false }: Pick<IncomingBatch, 'isNew'>): InsertConflict {
  return isNew ? 'add' : 'keep'
}
