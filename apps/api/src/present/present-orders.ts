import type { Listing } from '@opal/contract/orders'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import { toText } from './text.ts'

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
