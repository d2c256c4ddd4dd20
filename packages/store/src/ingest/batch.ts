import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import type { CommissionChange } from '@opal/domain/prices/commission'
import type { StateChanges } from '@opal/domain/state-changes'
import type { TokenChanges } from '@opal/domain/tokens/token-change'
import type { DecodeStopRow } from '../schema/stream.ts'
import type { KnownTokens } from './tokens/known-tokens.ts'

/** One wanted transaction, decoded. Its events and changes are the wanted ones only. */
export interface IndexedTransaction {
  readonly transaction: ChainTransaction
  readonly tokens: TokenChanges
  readonly market: readonly MarketEvent[]
  /** Changes of what marketplaces take of sales; none when left out. */
  readonly commissions?: readonly CommissionChange[]
}

/** Position of a stream after a batch. */
export interface StreamPosition {
  readonly stream: string
  readonly chainId: number
  readonly nextVersion: bigint
  /** Chain time of the last transaction, wanted or not; null when the batch had none. */
  readonly lastTimestampMicros: bigint | null
}

/** A decoded batch. */
export interface DecodedTransactions {
  readonly transactions: readonly IndexedTransaction[]
  /** Marketplaces that met an event they could not decode within the batch. */
  readonly stops: readonly DecodeStopRow[]
}

/** A batch of the stream, to be decoded with what the store knows of its tokens. */
export interface IncomingBatch {
  /** The wanted transactions. */
  readonly transactions: readonly ChainTransaction[]
  /** What any transactions of the range, wanted or not, did to names, balances and objects. */
  readonly state?: readonly StateChanges[]
  readonly position: StreamPosition
  /**
   * Are these transactions new to the store, as far as the caller knows? Then their rows are inserted without a look for older
   * ones, which is about half of the work; see `applyIncoming` for what happens when there are some all the same.
   */
  readonly isNew?: boolean
  /** Ids of the tokens, tables and collections that decoding looks up. */
  readonly lookups: readonly string[]
  decode(known: KnownTokens): DecodedTransactions
}

/** A batch that is decoded already. */
export interface IndexedBatch extends DecodedTransactions, Pick<IncomingBatch, 'state' | 'position' | 'isNew'> {}

/** Whether older rows of a batch's transactions are kept, or there cannot be any. */
export type InsertConflict = 'keep' | 'add'

/** Returns how rows that a transaction makes once and for all are inserted. */
export function insertConflict({ isNew = false }: Pick<IncomingBatch, 'isNew'>): InsertConflict {
  return isNew ? 'add' : 'keep'
}
