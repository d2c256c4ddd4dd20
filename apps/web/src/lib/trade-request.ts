import { createStore } from './store.ts'

/** One token in a trading dialog, as far as it is known where the button was pressed. */
export interface TradeToken {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string | null
  readonly collectionId: string
  readonly collectionName: string
  readonly marketplace: string | null
  readonly listingId: string | null
  /** Octas; the price the person saw. */
  readonly listedPrice: string | null
}

/** What a trading dialog is asked to do. */
export interface TradeRequest {
  readonly kind: 'buy' | 'list' | 'delist'
  readonly token: TradeToken
}

/** The trading dialog that is open, if any. Set from anywhere; shown by the trading feature. */
export const tradeRequest = createStore<TradeRequest | null>(null)
