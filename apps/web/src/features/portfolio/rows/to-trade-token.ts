import type { PortfolioToken } from '@opal/contract/portfolio'
import type { TradeToken } from '../../../entities/order/trade-request.ts'

/** Returns the wallet's own open listing of an item: the cheapest that can be bought, else the cheapest of the others; null without one. */
export function ownListingOf(token: Pick<PortfolioToken, 'ownListings'>): PortfolioToken['ownListings'][number] | null {
  const open = token.ownListings.filter(({ validity }) => validity !== 'seller-lost-token' && validity !== 'ended')
  const ranked = open.toSorted((a, b) => rank(a) - rank(b) || (BigInt(a.price) < BigInt(b.price) ? -1 : 1))
  return ranked[0] ?? null
}

function rank({ validity }: PortfolioToken['ownListings'][number]): number {
  return validity === 'valid' ? 0 : 1
}

/** Fields of an item that trading dialogs show. */
export type TradedItem = Pick<
  PortfolioToken,
  | 'tokenDataId'
  | 'propertyVersion'
  | 'editionsHeld'
  | 'name'
  | 'image'
  | 'collectionImage'
  | 'collectionId'
  | 'collectionName'
  | 'ownListings'
>

/** Converts an item of the portfolio for a trading dialog, with the wallet's own listing of it. */
export function toTradeToken(token: TradedItem, listing = ownListingOf(token)): TradeToken {
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
