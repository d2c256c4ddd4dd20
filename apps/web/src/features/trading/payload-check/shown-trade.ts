import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import type { BatchIntent } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TradingPlace } from '@opal/marketplaces/aggregator/trading-place'

/** A trading place with what its node says. */
export interface CheckedPlace extends TradingPlace {
  /** Octas that our own marketplace takes for placing a listing or a bid. */
  readonly placingFeeOctas: bigint
}

/** A trade as the API answered it and the page shows it. */
export interface ShownTrade {
  readonly answer: TradeAnswer
  /** The items of the answer that are traded; at least one. */
  readonly traded: readonly TradeItem[]
  /** The page's own contracts. */
  readonly place: CheckedPlace
}

/** The transaction of a user's choice: a batch intent, or calls of one transaction. */
export type ExpectedTrade =
  | { readonly kind: 'batch'; readonly intent: BatchIntent }
  | { readonly kind: 'calls'; readonly calls: readonly EntryFunctionPayload[] }

/** Returns the trade of an intent, in whichever transaction reaches all of its items. */
export function batch(intent: BatchIntent): ExpectedTrade {
  return { kind: 'batch', intent }
}

/** Returns the trade of calls that are made one after the other. */
export function calls(...all: readonly EntryFunctionPayload[]): ExpectedTrade {
  return { kind: 'calls', calls: all }
}

/** Returns the octas that our own marketplace takes for placing some orders. Fees of other marketplaces are not known here. */
export function placingFees(orders: readonly { readonly marketplace: string }[], place: CheckedPlace): bigint {
  const native = place.marketplaces.find(({ adapter }) => adapter.isNative)?.adapter.id
  return place.placingFeeOctas * BigInt(orders.filter(({ marketplace }) => marketplace === native).length)
}
