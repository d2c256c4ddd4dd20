import { type Address, parseAddress } from '@opal/domain/address'
import type { ListingRef } from '@opal/domain/intent'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'

/** Names a token for a payload; null for a token of the older standard whose collection is not known yet. */
export function toTokenRef(row: TokenRow, propertyVersion = row.propertyVersion): TokenRef | null {
  const tokenDataId = parseAddress(row.tokenDataId)
  if (row.tokenStandard === 'v2') return { standard: 'v2', tokenDataId }
  if (row.creatorAddress === null || row.collectionName === null) return null
  return {
    standard: 'v1',
    tokenDataId,
    creatorAddress: parseAddress(row.creatorAddress),
    collectionName: row.collectionName,
    tokenName: row.name,
    propertyVersion,
  }
}

/** Names a listing for a payload. */
export function toListingRef(listing: ListingRow, token: TokenRow): ListingRef | null {
  const ref = toTokenRef(token, listing.propertyVersion)
  if (ref === null) return null
  const seller: Address = parseAddress(listing.seller)
  return { listingId: listing.listingId, token: ref, seller, priceOctas: listing.priceOctas }
}
