import type { Store } from '@opal/store/connect'
import { readListedRows } from '@opal/store/read/read-trait-rows'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** What of a collection is for sale now, by position of the token. @param marketplace only there. */
export async function loadListed(
  store: Store,
  collectionId: string,
  table: TraitColumns,
  marketplace?: string,
): Promise<ListedTokens> {
  const prices = new Map<number, bigint>()
  const placedAt = new Map<number, bigint>()
  for (const row of await readListedRows(store, collectionId)) {
    const token = table.indexOf.get(row.tokenDataId)
    if (token === undefined || (marketplace !== undefined && row.marketplace !== marketplace)) continue
    const price = prices.get(token)
    if (price !== undefined && price <= row.priceOctas) continue
    prices.set(token, row.priceOctas)
    placedAt.set(token, row.placedAtMicros)
  }
  return { prices, placedAt }
}
