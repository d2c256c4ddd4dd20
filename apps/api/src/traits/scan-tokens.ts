import { compileTraits, passesTest } from './compile-traits.ts'
import { placeOfPrice, priceOrder } from './price-order.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens, TraitFilter } from './trait-query.ts'

/** Told of a token that passes all conditions (`failed` is -1), or all but one, by that one's place in the filter. */
export type Visit = (token: number, failed: number) => void

/** Does the filter ask for what is for sale only? */
export function wantsListed({ listed, minOctas, maxOctas }: TraitFilter): boolean {
  return listed === true || minOctas !== undefined || maxOctas !== undefined
}

/** Goes through what is for sale, cheapest first. */
export function scanListed(table: TraitColumns, filter: TraitFilter, listed: ListedTokens, visit: Visit): void {
  if (filter.listed === false) return
  const order = priceOrder(listed)
  const start = filter.minOctas === undefined ? 0 : placeOfPrice(order, filter.minOctas)
  const end = filter.maxOctas === undefined ? order.tokens.length : placeOfPrice(order, filter.maxOctas + 1n)
  const look = createLook(table, filter, visit)
  for (let at = start; at < end; at += 1) look(order.tokens[at] ?? 0)
}

/** Goes through all tokens in the order of their ids. */
export function scanTokens(table: TraitColumns, filter: TraitFilter, listed: ListedTokens, visit: Visit): void {
  const look = createLook(table, filter, visit)
  const wanted = wantsListed(filter)
  for (let token = 0; token < table.ids.length; token += 1) {
    if (wanted || filter.listed === false) {
      const price = listed.prices.get(token)
      if ((price === undefined) === wanted) continue
      if (price !== undefined && !isWithin(price, filter)) continue
    }
    look(token)
  }
}

function isWithin(price: bigint, { minOctas, maxOctas }: TraitFilter): boolean {
  return (minOctas === undefined || price >= minOctas) && (maxOctas === undefined || price <= maxOctas)
}

function createLook(table: TraitColumns, filter: TraitFilter, visit: Visit): (token: number) => void {
  const tests = compileTraits(table, filter.traits)
  const [minRank, maxRank] = [filter.minRank ?? 0, filter.maxRank ?? 0]
  const { ranks } = table
  return (token) => {
    if (minRank > 0 || maxRank > 0) {
      const rank = ranks[token] ?? 0
      if (rank < minRank || (maxRank > 0 && (rank === 0 || rank > maxRank))) return
    }
    let failed = -1
    for (let at = 0; at < tests.length; at += 1) {
      if (passesTest(tests[at] as (typeof tests)[number], token)) continue
      if (failed !== -1) return
      failed = at
    }
    visit(token, failed)
  }
}
