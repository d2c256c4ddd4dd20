import type { MarketEventKind } from '@opal/domain/market-event'

/** Our kinds in the official aggregator's words. @source aptos-nft-aggregator, standard event types */
export const STANDARD_EVENT_TYPES: Readonly<Record<MarketEventKind, string>> = {
  'listing-placed': 'place_listing',
  'listing-cancelled': 'cancel_listing',
  'listing-filled': 'fill_listing',
  'token-offer-placed': 'place_token_offer',
  'token-offer-cancelled': 'cancel_token_offer',
  'token-offer-filled': 'fill_token_offer',
  'collection-offer-placed': 'place_collection_offer',
  'collection-offer-cancelled': 'cancel_collection_offer',
  'collection-offer-filled': 'fill_collection_offer',
}

/** Cancelled and filled orders are deleted rows. */
export function isEnding(kind: MarketEventKind): boolean {
  return !kind.endsWith('-placed')
}
