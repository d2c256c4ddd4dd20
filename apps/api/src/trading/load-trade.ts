import { readRoyalties } from '@opal/store/queries/collections/read-collections'
import { type ListingRow, readOpenListings } from '@opal/store/queries/orders/listings'
import { readOffersForTokens } from '@opal/store/queries/orders/offers'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { toRate } from '../resources/collections/present-collection.ts'
import type { SaleFacts } from './best-exit.ts'
import { type AskedToken, type HeldEditions, loadHeldEditions } from './editions.ts'

/** Rows that the planning of a trade reads. */
export interface TradeFacts {
  readonly tokens: ReadonlyMap<string, TokenRow>
  /** Open listings by token, cheapest first. */
  readonly listings: ReadonlyMap<string, readonly ListingRow[]>
}

/** Rows that the planning of a holder's trade reads. */
export interface HolderFacts extends TradeFacts {
  /** The holder's editions of each token. */
  readonly held: HeldEditions
}

/** As {@link loadTrade}, with what the wallet holds. */
export async function loadHolderTrade(
  context: ApiContext,
  items: readonly (AskedToken & { listingId?: string | undefined })[],
  wallet: string,
): Promise<HolderFacts> {
  const [facts, held] = await Promise.all([
    loadTrade(context, items, wallet),
    loadHeldEditions(context.store, wallet, items),
  ])
  return { ...facts, held }
}

/**
 * Tokens and open listings of the asked items, read together: the cheapest of each token, and however many those are, the
 * ones that are named and those of the wallet.
 */
export async function loadTrade(
  { store, nowMicros }: ApiContext,
  items: readonly { tokenDataId: string; listingId?: string | undefined }[],
  wallet?: string,
): Promise<TradeFacts> {
  const ids = [...new Set(items.map((item) => item.tokenDataId))]
  const named = {
    listingIds: items.flatMap((item) => item.listingId ?? []),
    sellers: wallet === undefined ? [] : [wallet],
  }
  const [tokens, listings] = await Promise.all([
    readTokens(store, ids, nowMicros()),
    readOpenListings(store, ids, named),
  ])
  return {
    tokens: new Map(tokens.map((token) => [token.tokenDataId, token])),
    listings: Map.groupBy(listings, (listing) => listing.tokenDataId),
  }
}

/** Loads the offers that a wallet's tokens can be sold into, and the royalties of such sales. */
export async function loadSaleFacts(
  { store, nowMicros, marketplaces }: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  holder: string,
  asked: readonly AskedToken[],
): Promise<SaleFacts> {
  const now = nowMicros()
  const tokenDataIds = [...new Set(asked.map(({ tokenDataId }) => tokenDataId))]
  const tokens = await readTokens(store, tokenDataIds, now)
  const collectionIds = [...new Set(tokens.map((token) => token.collectionId))]
  const [offers, royalties, listings, held] = await Promise.all([
    readOffersForTokens(store, {
      ...{ holder, tokenDataIds, collectionIds, nowMicros: now },
      marketplaces: marketplaces.map(({ adapter }) => adapter.id),
    }),
    readRoyalties(store, [...tokenDataIds, ...collectionIds]),
    readOpenListings(store, tokenDataIds, { sellers: [holder] }),
    loadHeldEditions(store, holder, asked),
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
