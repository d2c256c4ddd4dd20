import type { Rate } from '@opal/domain/prices/rates'
import { type BestOffer, bestOffer } from '@opal/marketplaces/aggregator/best-offer'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'

/** Offers that a holder's tokens can be sold into. */
export interface SaleFacts {
  readonly tokens: ReadonlyMap<string, TokenRow>
  /** Live offers on the tokens and their collections, none of the holder's own. */
  readonly offers: readonly AnyOfferRow[]
  /** The holder's own open listings by token. */
  readonly ownListings: ReadonlyMap<string, readonly ListingRow[]>
  /** Amount of each token that the holder has, escrowed ones included. */
  readonly held: ReadonlyMap<string, bigint>
  /** Royalty of a token, else of its collection. */
  readonly royaltyOf: (token: TokenRow) => Rate
  readonly nowSeconds: bigint
}

/** The offers that a token could be sold into: on itself, or on any of its collection. */
export function offersOn(token: TokenRow, offers: readonly AnyOfferRow[]): readonly AnyOfferRow[] {
  return offers.filter((offer) =>
    offer.tokenDataId === null ? offer.collectionId === token.collectionId : offer.tokenDataId === token.tokenDataId,
  )
}

/** Returns the offer that pays the holder most after fee and royalty; null without bids. */
export function bestExit(
  seller: string,
  token: TokenRow,
  candidates: readonly AnyOfferRow[],
  { royaltyOf, nowSeconds }: Pick<SaleFacts, 'royaltyOf' | 'nowSeconds'>,
  marketplaces: readonly DeployedMarketplace[],
): BestOffer<AnyOfferRow> | null {
  return bestOffer(candidates, { marketplaces }, { seller, royalty: royaltyOf(token), nowSeconds })
}

/** The listing that has to be taken back before a token can be sold; null while one of it is in the holder's own hands. */
export function listingInTheWay(
  { tokenDataId }: TokenRow,
  { ownListings, held }: Pick<SaleFacts, 'ownListings' | 'held'>,
): ListingRow | null {
  const own = ownListings.get(tokenDataId) ?? []
  return BigInt(own.length) >= (held.get(tokenDataId) ?? 0n) ? (own[0] ?? null) : null
}
