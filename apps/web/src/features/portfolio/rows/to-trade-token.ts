import type { PortfolioToken } from '@opal/contract/portfolio'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { editionKey } from '../../../entities/token/edition.ts'

/** Names one token (of the older standard: one edition of it) within a wallet. */
export function itemKeyOf(token: Pick<PortfolioToken, 'tokenDataId' | 'propertyVersion'>): string {
  return editionKey(token)
}

/** The wallet's own open listing that counts for an item: its cheapest, on a closed marketplace where there is no other. */
export function ownListingOf(token: PortfolioToken): PortfolioToken['ownListings'][number] | null {
  const open = token.ownListings.filter(({ validity }) => validity !== 'seller-lost-token' && validity !== 'ended')
  const ranked = open.toSorted((a, b) => rank(a) - rank(b) || (BigInt(a.price) < BigInt(b.price) ? -1 : 1))
  return ranked[0] ?? null
}

function rank({ validity }: PortfolioToken['ownListings'][number]): number {
  return validity === 'valid' ? 0 : 1
}

/** An item of the portfolio for a trading dialog, with the wallet's own listing of it. */
export function toTradeToken(token: PortfolioToken, listing = ownListingOf(token)): TradeToken {
  return {
    tokenDataId: token.tokenDataId,
    propertyVersion: token.propertyVersion,
    editionsHeld: token.editionsHeld,
    name: token.name,
    image: token.image ?? token.collectionImage,
    collectionId: token.collectionId,
    collectionName: token.collectionName,
    marketplace: listing?.marketplace ?? null,
    listingId: listing?.listingId ?? null,
    listedPrice: listing?.price ?? null,
  }
}
