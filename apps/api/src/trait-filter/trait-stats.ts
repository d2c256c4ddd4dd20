import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import type { OwnListedToken } from '@opal/store/queries/orders/listings'
import { toTextOrNull } from '../wire-values.ts'
import { type TraitColumn, type TraitColumns, valuesOf } from './trait-columns.ts'
import { countTraits, type ListedTokens, type ValueStats } from './trait-query.ts'

interface KnownStats extends ValueStats {
  /** Written when it is first asked for. */
  text: string | null
}
type StatsByKind = ReadonlyMap<string, ReadonlyMap<string, KnownStats>>

const known = new WeakMap<ListedTokens, { readonly table: TraitColumns; readonly figures: StatsByKind }>()

/** Count and floor of one value among all tokens; of a value that no token has, 0 and none. */
export function valueStatsOf(
  table: TraitColumns,
  listed: ListedTokens,
  { traitType, value }: { readonly traitType: string; readonly value: string },
): ValueStats {
  return statsOf(table, listed).get(traitType)?.get(value) ?? { value, count: 0, floorOctas: null }
}

/** JSON of a token's traits with their counts and floors, as the contract shows them. */
export function serializeCountedTraits(
  table: TraitColumns,
  listed: ListedTokens,
  traits: readonly TokenTrait[],
): readonly string[] {
  const figures = statsOf(table, listed)
  return traits.map((trait) => {
    const figure = figures.get(trait.trait_type)?.get(trait.value)
    if (figure === undefined) return serializeTraitStats(trait, { count: 0, floorOctas: null })
    figure.text ??= serializeTraitStats(trait, figure)
    return figure.text
  })
}

/** JSON of a trait of a token, as the contract shows it. @param figure null where the collection is not counted. */
export function serializeTraitStats(
  { trait_type, value }: TokenTrait,
  figure: Omit<ValueStats, 'value'> | null,
): string {
  return JSON.stringify({
    ...{ trait_type, value, count: figure?.count ?? null },
    floorPrice: toTextOrNull(figure?.floorOctas ?? null),
  })
}

/** Counted once for each state of a collection's listings. */
function statsOf(table: TraitColumns, listed: ListedTokens): StatsByKind {
  const kept = known.get(listed)
  if (kept?.table === table) return kept.figures
  const figures = new Map(
    countTraits(table, { traits: [] }, listed).map(({ traitType, values }) => [
      traitType,
      new Map(values.map((figure) => [figure.value, { ...figure, text: null }])),
    ]),
  )
  known.set(listed, { table, figures })
  return figures
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
