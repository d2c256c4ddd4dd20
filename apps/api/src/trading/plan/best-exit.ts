import type { Rate } from '@opal/domain/prices/rates'
import { type BestOffer, bestOffer } from '@opal/marketplaces/aggregator/best-offer'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import { isInSet, type SetOffers } from '@opal/store/queries/orders/offers/set-offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import { type HeldEditions, isAllListed } from './editions.ts'

/** Offers that tokens can be sold into, and what such sales cost. */
export interface BidFacts extends Pick<SetOffers, 'setsOf'> {
  /** Live offers on the tokens, their collections and sets that they are in, none of their holders' own. */
  readonly offers: readonly AnyOfferRow[]
  /** Royalty of a token, else of its collection. */
  readonly royaltyOf: (token: TokenHead) => Rate
  readonly nowSeconds: bigint
}

/** Offers that a holder's tokens can be sold into. */
export interface SaleFacts extends BidFacts {
  readonly tokens: ReadonlyMap<string, TokenRow>
  /** The holder's own open listings by token. */
  readonly ownListings: ReadonlyMap<string, readonly ListingRow[]>
  /** The holder's editions of each token, escrowed ones included. */
  readonly held: HeldEditions
}

/** Returns the offers that a token could be sold into: on itself in its edition, on any of its collection, or on a set that it is in. */
export function offersOn(
  token: TokenHead,
  offers: readonly AnyOfferRow[],
  sets: Pick<SetOffers, 'setsOf'>,
): readonly AnyOfferRow[] {
  return offers.filter((offer) =>
    offer.tokenDataId === null
      ? offer.collectionId === token.collectionId && isInSet(offer, token, sets)
      : offer.tokenDataId === token.tokenDataId && offer.propertyVersion === token.propertyVersion,
  )
}

/** Returns the offer that pays the holder most after fee and royalty; null without bids. */
export function bestExit(
  seller: string,
  token: TokenHead,
  candidates: readonly AnyOfferRow[],
  { royaltyOf, nowSeconds }: Pick<SaleFacts, 'royaltyOf' | 'nowSeconds'>,
  marketplaces: readonly DeployedMarketplace[],
): BestOffer<AnyOfferRow> | null {
  return bestOffer(candidates, { marketplaces }, { seller, royalty: royaltyOf(token), nowSeconds })
}

/** Returns the listing to cancel before a token can be sold; null while the holder has one of its edition that is not listed. */
export function listingInTheWay(
  token: TokenHead,
  { ownListings, held }: Pick<SaleFacts, 'ownListings' | 'held'>,
): ListingRow | null {
  const own = ownListings.get(token.tokenDataId) ?? []
  if (!isAllListed(token, own, held)) return null
  return own.find(({ propertyVersion }) => propertyVersion === token.propertyVersion) ?? null
}
