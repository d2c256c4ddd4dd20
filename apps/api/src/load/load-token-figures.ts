import type { TokenFigures } from '@opal/contract/tokens'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { readOpenListings } from '@opal/store/queries/orders/listings'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { presentTopBid } from '../present/present-token.ts'
import { toTextOrNull } from '../present/text.ts'

/** The figures of a token; null when the collection has no such token. */
export async function loadTokenFigures(
  { store, nowMicros }: ApiContext,
  collectionId: string,
  tokenDataId: string,
): Promise<TokenFigures | null> {
  const now = nowMicros()
  const [[row], [collection], listings] = await Promise.all([
    readTokens(store, [tokenDataId], now),
    readCollections(store, [collectionId], { nowMicros: now, wallet: null }),
    readOpenListings(store, [tokenDataId]),
  ])
  if (row === undefined || row.collectionId !== collectionId) return null
  const cheapest = listings.find((listing) => listing.validity === 'valid')
  return {
    tokenDataId,
    name: row.name,
    floorPrice: toTextOrNull(collection?.floorOctas ?? null),
    listedPrice: toTextOrNull(cheapest?.priceOctas ?? null),
    lastSale: toTextOrNull(row.lastSaleOctas),
    topBid: presentTopBid(row),
    tokenTopBid: row.topTokenBid?.price ?? null,
    ownerAddress: row.isDeleted ? null : row.holder,
    listedWalletAddress: cheapest?.seller ?? null,
    imageUri: row.image,
    collectionImage: row.collectionImage,
  }
}
