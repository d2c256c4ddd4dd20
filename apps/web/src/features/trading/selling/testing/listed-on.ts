import type { Listing, ListingTerms } from '@opal/contract/shapes/orders'
import { NO_TERMS } from '../../../../testing/testing-item.ts'
import { detailOf, TOKEN, YOU } from '../../testing/trade-harness.tsx'

/** The buyer that listings are reserved for. */
export const BUYER = `0x${'b'.repeat(64)}`
/** The request to edit the one listing. */
export const EDIT = { kind: 'update-price', tokens: [TOKEN] } as const
/** Terms of a price that falls from 2 to 0.9 APT. */
export const FALLING: ListingTerms = {
  ...NO_TERMS,
  startPrice: '200000000',
  endPrice: '90000000',
  fallsFromSeconds: '1700000000',
  fallsUntilSeconds: '4000000017',
  nextChangeSeconds: '1900000000',
  leastProceeds: '7',
}

/** Answers the token with its one listing, on these terms. @param price what the listing costs by now, octas. */
export function listedOn(
  terms: ListingTerms | null,
  validity: Listing['validity'] = 'valid',
  price = TOKEN.listedPrice,
) {
  const { tokenDataId, marketplace, listingId } = TOKEN
  const listing: Listing = {
    tokenDataId,
    marketplace,
    listingId,
    price,
    terms,
    validity,
    seller: YOU,
    propertyVersion: '0',
    placedAtMicros: '1',
    version: '1',
  }
  return { [`/api/collection/nfts/${tokenDataId}`]: () => detailOf({ listings: [listing] }) }
}
