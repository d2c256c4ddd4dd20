import type { Listing } from '@opal/contract/shapes/orders'
import type { Token, TokenDetail } from '@opal/contract/tokens'
import type { TradeToken } from './trade-request.ts'

/** Returns a token with one of its listings, in the edition that it sells: the page may show another. */
export function listedToken<Shown extends Token>(
  token: Shown,
  { marketplace, listingId, propertyVersion, price }: Listing,
): Shown & TradeToken {
  return { ...token, marketplace, listingId, listedPropertyVersion: propertyVersion, listedPrice: price }
}

/** Returns a token with its cheapest listing that can be bought; unchanged without one. */
export function cheapestListed(token: TokenDetail): TokenDetail & TradeToken {
  const { marketplace, listingId } = token
  const listing = token.listings.find((one) => one.marketplace === marketplace && one.listingId === listingId)
  return listing === undefined ? token : listedToken(token, listing)
}
