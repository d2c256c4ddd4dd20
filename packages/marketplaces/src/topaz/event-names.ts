import { type Address, toShortAddress } from '@opal/domain/address'
import type { MarketEventKind } from '@opal/domain/market-event'

/**
 * `token_coin_swap::TokenListingEvent` and `TokenSwapEvent` repeat List and Buy, `SendEvent` and `ClaimEvent` are no
 * trades: none of them is here.
 * @source other people's decoders and the official configuration, marketplaces reference 7.2
 */
const KINDS: ReadonlyMap<string, MarketEventKind> = new Map([
  ['ListEvent', 'listing-placed'],
  ['DelistEvent', 'listing-cancelled'],
  ['BuyEvent', 'listing-filled'],
  ['BidEvent', 'token-offer-placed'],
  ['CancelBidEvent', 'token-offer-cancelled'],
  ['SellEvent', 'token-offer-filled'],
  ['CollectionBidEvent', 'collection-offer-placed'],
  ['CancelCollectionBidEvent', 'collection-offer-cancelled'],
  ['FillCollectionBidEvent', 'collection-offer-filled'],
])

/** Types of the package's events that mean something here. */
export function eventTypes(packageAddress: Address): readonly string[] {
  return [...KINDS.keys()].map((name) => `${prefixOf(packageAddress)}${name}`)
}

/** What an event type of the package means; null for anything else. */
export function kindOf(packageAddress: Address, type: string): MarketEventKind | null {
  const prefix = prefixOf(packageAddress)
  return type.startsWith(prefix) ? (KINDS.get(type.slice(prefix.length)) ?? null) : null
}

function prefixOf(packageAddress: Address): string {
  return `${toShortAddress(packageAddress)}::events::`
}
