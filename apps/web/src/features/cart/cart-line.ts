import type { MarketplaceInfo } from '@opal/contract/network'
import type { TokenDetail } from '@opal/contract/tokens'
import { compareOctas } from '@opal/domain/prices/octas'
import { canBuyOn } from '../../entities/order/marketplace-abilities.ts'
import type { TradeToken } from '../../entities/order/trade-request.ts'

/** A token in the cart with its current state. */
export interface CartLine {
  /** With the current listing, where there is one. */
  readonly token: TradeToken
  /** Why it cannot be bought; null when it can, or while that is unknown. */
  readonly reason: string | null
  /** Octas at which it was added, when the price has changed since; else null. */
  readonly priceBefore: string | null
}

/** Returns a token's line in the cart. @param now the current token; undefined while it loads, null when it does not exist. */
export function cartLine(
  stored: TradeToken,
  now: TokenDetail | null | undefined,
  viewer: string | null,
  marketplaces: readonly MarketplaceInfo[],
): CartLine {
  if (now === undefined) return { token: stored, reason: null, priceBefore: null }
  const listing = now === null ? null : cheapestOf(now, stored.listedPropertyVersion, viewer, marketplaces)
  if (now === null || listing === null) {
    return { token: stored, reason: 'Token is already sold or delisted', priceBefore: null }
  }
  const { marketplace, listingId, price, propertyVersion } = listing
  const listed = { marketplace, listingId, listedPropertyVersion: propertyVersion, listedPrice: price }
  const current = { propertyVersion: now.propertyVersion, ...listed }
  const token = { ...stored, name: now.name, image: now.image ?? now.collectionImage, ...current }
  const isOwn = viewer !== null && listing.seller === viewer
  return {
    token,
    reason: isOwn ? 'This is your own listing.' : null,
    priceBefore: stored.listedPrice === price ? null : stored.listedPrice,
  }
}

/** Returns the cheapest listing that can be bought, of the viewer's own only where there is no other. @param edition undefined for any. */
function cheapestOf(
  { listings }: TokenDetail,
  edition: string | undefined,
  viewer: string | null,
  marketplaces: readonly MarketplaceInfo[],
) {
  const open = listings
    .filter(
      (listing) =>
        listing.validity === 'valid' &&
        (edition === undefined || listing.propertyVersion === edition) &&
        canBuyOn(marketplaces.find(({ id }) => id === listing.marketplace)),
    )
    .toSorted((one, other) => compareOctas(BigInt(one.price), BigInt(other.price)))
  return open.find((listing) => listing.seller !== viewer) ?? open[0] ?? null
}
