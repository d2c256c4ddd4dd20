import type { Token, TokenStats } from '@opal/contract/tokens'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { readOpenListings } from '@opal/store/queries/orders/listings'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { toTextOrNull } from '../../wire-values.ts'
import { loadWalletNames } from '../names/wallet-names.ts'
import { presentToken, presentTopBid } from './present-token.ts'

/**
 * Loads tokens by id as the contract shows them, in the order of the ids.
 * @param viewer whose own offers are left out of the top bids; null leaves none out.
 */
export async function loadTokens(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  ids: readonly string[],
  viewer: string | null = null,
): Promise<Token[]> {
  return presentTokens(context, await readTokens(context.store, ids, context.nowMicros(), viewer))
}

/** Presents tokens as lists show them, with the names of their owners. */
export async function presentTokens(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  rows: readonly TokenRow[],
): Promise<Token[]> {
  const walletNames = await loadWalletNames(
    context,
    rows.map((row) => row.holder),
  )
  return rows.map((row) => presentToken(row, walletNames))
}

/** Loads the stats of a token; null when the collection has no such token. */
export async function loadTokenStats(
  { store, nowMicros }: ApiContext,
  collectionId: string,
  tokenDataId: string,
): Promise<TokenStats | null> {
  const now = nowMicros()
  const [[row], [collection], listings] = await Promise.all([
    readTokens(store, [tokenDataId], now),
    readCollections(store.preparedPool, [collectionId], { nowMicros: now, wallet: null }),
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
