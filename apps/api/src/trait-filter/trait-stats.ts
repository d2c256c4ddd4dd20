import type { Attribute } from '@opal/contract/tokens'
import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import type { OwnListedToken } from '@opal/store/queries/orders/listings'
import { toTextOrNull } from '../wire-values.ts'
import { countTraits, type ValueStats } from './count-traits.ts'
import { type TraitColumn, type TraitColumns, valuesOf } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

type StatsByKind = ReadonlyMap<string, ReadonlyMap<string, ValueStats>>

const counted = new WeakMap<ListedTokens, { readonly table: TraitColumns; readonly stats: StatsByKind }>()

/** Returns count and floor of one value among all tokens; 0 and null for a value that no token has. */
export function traitValueStats(
  table: TraitColumns,
  listed: ListedTokens,
  { trait_type: traitType, value }: TokenTrait,
): ValueStats {
  return countOnce(table, listed).get(traitType)?.get(value) ?? { value, count: 0, floorOctas: null }
}

/** Presents a token's trait. @param stats null where the collection is not counted. */
export function presentAttribute(
  { trait_type, value }: TokenTrait,
  stats: Pick<ValueStats, 'count' | 'floorOctas'> | null,
): Attribute {
  return { trait_type, value, count: stats?.count ?? null, floorPrice: toTextOrNull(stats?.floorOctas ?? null) }
}

/** Counts once for each state of a collection's listings. */
function countOnce(table: TraitColumns, listed: ListedTokens): StatsByKind {
  const before = counted.get(listed)
  if (before?.table === table) return before.stats
  const stats = new Map(
    countTraits(table, { traits: [] }, listed).map(({ traitType, values }) => [
      traitType,
      new Map(values.map((one) => [one.value, one])),
    ]),
  )
  counted.set(listed, { table, stats })
  return stats
}

/** Returns what is for sale without a wallet's own listings. @param own the tokens that the wallet has for sale. */
export function withoutOwnListings(
  table: TraitColumns,
  listed: ListedTokens,
  own: readonly OwnListedToken[],
): Pick<ListedTokens, 'prices'> {
  const prices = new Map(listed.prices)
  for (const { tokenDataId, othersOctas } of own) {
    const token = table.indexOf.get(tokenDataId)
    if (token === undefined) continue
    if (othersOctas === null) prices.delete(token)
    else prices.set(token, othersOctas)
  }
  return { prices }
}

/** Returns the lowest price among the tokens for sale with each of some values, in their order; null where none is for sale. Octas. */
export function valueFloors(
  table: TraitColumns,
  { prices }: Pick<ListedTokens, 'prices'>,
  traits: readonly TokenTrait[],
): readonly (bigint | null)[] {
  const columns = new Map(table.columns.map((column) => [column.traitType, column]))
  const floors = new Map<TraitColumn, Map<number, bigint | null>>()
  const places = traits.map(({ trait_type, value }) => {
    const column = columns.get(trait_type)
    const position = column?.positions.get(value)
    if (column === undefined || position === undefined) return null
    const ofColumn = floors.get(column) ?? new Map<number, bigint | null>()
    floors.set(column, ofColumn.set(position, null))
    return { ofColumn, position }
  })
  for (const [token, price] of prices) {
    for (const [column, ofColumn] of floors) {
      for (const position of valuesOf(column, token)) {
        const lowest = ofColumn.get(position)
        if (lowest === null || (lowest !== undefined && price < lowest)) ofColumn.set(position, price)
      }
    }
  }
  return places.map((place) => place?.ofColumn.get(place.position) ?? null)
}
