import type { Listing } from '@opal/contract/shapes/orders'
import type { Token, TokenDetail } from '@opal/contract/tokens'
import { compareOctas } from '@opal/domain/prices/octas'
import type { TradeToken } from './trade-request.ts'

/** Returns a token with one of its listings, in the edition that it sells: the page may show another. Null: as one without any. */
export function listedToken<Shown extends Token>(token: Shown, listing: Listing | null): Shown & TradeToken {
  if (listing === null) return { ...token, marketplace: null, listingId: null, listedPrice: null }
  const { marketplace, listingId, propertyVersion, price } = listing
  return { ...token, marketplace, listingId, listedPropertyVersion: propertyVersion, listedPrice: price }
}

/** Returns whether a wallet can buy a listing: one that is reserved is for the wallet that its terms name. */
export function isForSaleTo({ validity, terms }: Listing, wallet: string | null): boolean {
  return validity === 'valid' || (validity === 'reserved' && wallet !== null && terms?.reservedFor === wallet)
}

/**
 * Returns a seller's open listing of an item: the cheapest that everyone can buy, else the cheapest of the others, such as reserved and
 * expired ones; null without one.
 */
export function openListing(own: readonly Listing[]): Listing | null {
  const open = own.filter(({ validity }) => validity !== 'seller-lost-token' && validity !== 'ended')
  return cheapest(open.filter(({ validity }) => validity === 'valid')) ?? cheapest(open)
}

/** Returns the listing by which a viewer sees a token: the holder's own, else the cheapest that the viewer can buy; null without one. */
export function listingFor({ owner, listings }: TokenDetail, viewer: string | null): Listing | null {
  if (viewer !== null && owner?.walletAddress === viewer)
    return openListing(listings.filter(({ seller }) => seller === viewer))
  return cheapest(listings.filter((listing) => isForSaleTo(listing, viewer) && listing.seller !== viewer))
}

function cheapest(listings: readonly Listing[]): Listing | null {
  return listings.toSorted((one, other) => compareOctas(BigInt(one.price), BigInt(other.price)))[0] ?? null
}
