import type { ExitItem } from '@opal/contract/portfolio/exit'
import { ME, testingItem } from '../../../testing/testing-item.ts'

/** Creates an item of an exit, for tests. @param net octas of its sale; null without one. */
export function testingExitItem(id: string, net: string | null, change: Partial<ExitItem> = {}): ExitItem {
  const { tokenDataId, propertyVersion, editionsHeld, held, name, image, imageFacts, ...token } = testingItem(id)
  const { collectionId, collectionName, collectionImage, lastSalePrice, ownListings, costPrice } = token
  return {
    walletAddress: ME,
    tokenDataId,
    propertyVersion,
    editionsHeld,
    held,
    name,
    image,
    imageFacts,
    collectionId,
    collectionName,
    collectionImage,
    lastSalePrice,
    ownListings,
    costPrice,
    floorPrice: null,
    traitFloorPrice: null,
    sale: net === null ? null : saleOf(net),
    listing: null,
    choice: net === null ? 'hold' : 'sell',
    holdReason: net === null ? 'no-market' : null,
    ...change,
  }
}

/** A sale at a price of which everything reaches the seller. */
function saleOf(netOctas: string): ExitItem['sale'] {
  return {
    netOctas,
    priceOctas: netOctas,
    commissionOctas: '0',
    royaltyOctas: '0',
    marketplace: 'own',
    offerId: `bid of ${netOctas}`,
    tokenBid: false,
    setRoot: null,
    fillable: '1',
  }
}

/** A listing at a price of which everything reaches the seller. */
export function testingAskedListing(price: string): ExitItem['listing'] {
  return { price, netOctas: price, marketplace: 'own' }
}
