import type { PortfolioToken } from '@opal/contract/portfolio'
import type { Listing } from '@opal/contract/shapes/orders'
import { openListing } from '../../../entities/order/listed-token.ts'
import type { TradeToken } from '../../../entities/order/trade-request.ts'

/** Returns the wallet's own open listing of an item, as {@link openListing}. */
export function ownListingOf({ ownListings }: Pick<PortfolioToken, 'ownListings'>): Listing | null {
  return openListing(ownListings)
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
    listedPropertyVersion: listing?.propertyVersion,
    listedPrice: listing?.price ?? null,
  }
}
