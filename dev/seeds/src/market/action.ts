import type { MarketToken, OpenListing, OpenOffer, Participant } from './market-state.ts'

/** Something a trader does. Prices are octas, per item. */
export type Action =
  | { readonly kind: 'list'; readonly token: MarketToken; readonly priceOctas: bigint }
  | { readonly kind: 'reprice'; readonly listing: OpenListing; readonly priceOctas: bigint }
  | { readonly kind: 'delist'; readonly listing: OpenListing }
  | { readonly kind: 'buy'; readonly listing: OpenListing; readonly buyer: Participant }
  | {
      readonly kind: 'bid-collection'
      readonly bidder: Participant
      readonly priceOctas: bigint
      readonly amount: bigint
      readonly days: number
    }
  | {
      readonly kind: 'bid-token'
      readonly bidder: Participant
      readonly token: MarketToken
      readonly priceOctas: bigint
      readonly days: number
    }
  | { readonly kind: 'accept'; readonly offer: OpenOffer; readonly token: MarketToken }
  | { readonly kind: 'cancel-offer'; readonly offer: OpenOffer }
  | { readonly kind: 'give'; readonly token: MarketToken; readonly to: Participant }
