import type { Listing } from '@opal/contract/shapes/listing'
import type { CollectionOffer, TokenOffer } from '@opal/contract/shapes/offer'
import type { ListingRow, OfferRow } from '@opal/store/read/read-token-orders'
import { toText, toTextOrNull } from './text.ts'

/** An open listing as the contract shows it. */
export function presentListing(row: ListingRow): Listing {
  return {
    marketplace: row.marketplace,
    listingId: row.listingId,
    tokenDataId: row.tokenDataId,
    seller: row.seller,
    price: toText(row.priceOctas),
    validity: row.validity,
    placedAtMicros: toText(row.placedAtMicros),
    version: toText(row.lastVersion),
  }
}

function presentOffer(row: OfferRow) {
  return {
    marketplace: row.marketplace,
    offerId: row.offerId,
    buyer: row.buyer,
    price: toText(row.priceOctas),
    expiresAtSeconds: toTextOrNull(row.expiresAtSeconds),
    placedAtMicros: toText(row.placedAtMicros),
  }
}

/** An open offer for one token. */
export function presentTokenOffer(row: OfferRow, tokenDataId: string): TokenOffer {
  return { ...presentOffer(row), tokenDataId }
}

/** An open offer for any token of a collection. */
export function presentCollectionOffer(row: OfferRow, collectionId: string): CollectionOffer {
  return { ...presentOffer(row), collectionId, remainingTokenAmount: toText(row.remainingAmount) }
}
