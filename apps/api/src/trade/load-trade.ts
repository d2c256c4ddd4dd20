import { type ListingRow, readOpenListings } from '@opal/store/queries/orders/listings'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'

/** What the rules of a trade look at. */
export interface TradeFacts {
  readonly tokens: ReadonlyMap<string, TokenRow>
  /** Open listings by token, cheapest first. */
  readonly listings: ReadonlyMap<string, readonly ListingRow[]>
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
