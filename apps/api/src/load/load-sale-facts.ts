import { readRoyalties } from '@opal/store/queries/collections/read-collections'
import { readOpenListings } from '@opal/store/queries/orders/listings'
import { readOffersForTokens } from '@opal/store/queries/orders/offers'
import { readHeldAmounts } from '@opal/store/queries/portfolio/held-tokens'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { toRate } from '../present/present-royalty.ts'
import type { SaleFacts } from '../trade/best-exit.ts'

/** What decides into which offers a wallet's tokens can be sold, and what that brings. */
export async function loadSaleFacts(
  { store, nowMicros }: Pick<ApiContext, 'store' | 'nowMicros'>,
  holder: string,
  tokenDataIds: readonly string[],
): Promise<SaleFacts> {
  const now = nowMicros()
  const tokens = await readTokens(store, tokenDataIds, now)
  const collectionIds = [...new Set(tokens.map((token) => token.collectionId))]
  const [offers, royalties, listings, held] = await Promise.all([
    readOffersForTokens(store, { holder, tokenDataIds, collectionIds, nowMicros: now }),
    readRoyalties(store, [...tokenDataIds, ...collectionIds]),
    readOpenListings(store, tokenDataIds, { sellers: [holder] }),
    readHeldAmounts(store, holder, tokenDataIds),
  ])
  const own = listings.filter(({ seller, validity }) => seller === holder && validity !== 'seller-lost-token')
  return {
    tokens: new Map(tokens.map((token) => [token.tokenDataId, token])),
    offers,
    ownListings: Map.groupBy(own, ({ tokenDataId }) => tokenDataId),
    held,
    nowSeconds: now / 1_000_000n,
    royaltyOf: (token) => toRate(royalties.get(token.tokenDataId) ?? royalties.get(token.collectionId)),
  }
}
