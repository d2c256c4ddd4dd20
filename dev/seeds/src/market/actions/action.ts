import type { Random } from '../../random.ts'
import type { CollectionMarket, MarketToken, OpenListing, OpenOffer, Participant } from '../market-state.ts'

/** An action of a trader. Prices are octas, per item. */
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

/** The market at one time, for the trader who acts next. */
export interface MarketTurn {
  readonly market: CollectionMarket
  readonly people: readonly Participant[]
  readonly day: number
  readonly random: Random
}

/** Returns some unlisted token that fits, looked for at random a few times. */
export function freeToken(
  market: CollectionMarket,
  random: Random,
  fits: (token: MarketToken) => boolean,
): MarketToken | null {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const token = random.pick(market.tokens)
    if (token.listing === null && token.owner.acts && fits(token)) return token
  }
  return null
}
