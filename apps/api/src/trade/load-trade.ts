import { type ListingRow, readOpenListings } from '@opal/store/read/read-token-orders'
import { readTokens, type TokenRow } from '@opal/store/read/read-tokens'
import type { ApiContext } from '../context.ts'

/** What the rules of a trade look at. */
export interface TradeFacts {
  readonly tokens: ReadonlyMap<string, TokenRow>
  /** Open listings by token, cheapest first. */
  readonly listings: ReadonlyMap<string, readonly ListingRow[]>
}

/** Tokens and open listings of the asked items, read together. */
export async function loadTrade(
  { store, nowMicros }: ApiContext,
  items: readonly { tokenDataId: string }[],
): Promise<TradeFacts> {
  const ids = [...new Set(items.map((item) => item.tokenDataId))]
  const [tokens, listings] = await Promise.all([readTokens(store, ids, nowMicros()), readOpenListings(store, ids)])
  return {
    tokens: new Map(tokens.map((token) => [token.tokenDataId, token])),
    listings: Map.groupBy(listings, (listing) => listing.tokenDataId),
  }
}
