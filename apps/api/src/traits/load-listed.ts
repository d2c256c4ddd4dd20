import type { ListedRow } from '@opal/store/queries/traits/trait-rows'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** What of a collection is for sale, by position of the token, at the cheapest of its prices. */
export function toListed(rows: readonly ListedRow[], table: TraitColumns): ListedTokens {
  const prices = new Map<number, bigint>()
  const placedAt = new Map<number, bigint>()
  for (const row of rows) {
    const token = table.indexOf.get(row.tokenDataId)
    if (token === undefined) continue
    const price = prices.get(token)
    if (price !== undefined && price <= row.priceOctas) continue
    prices.set(token, row.priceOctas)
    placedAt.set(token, row.placedAtMicros)
  }
  return { prices, placedAt }
}
