import type { Attribute } from '@opal/contract/tokens'
import { memoize } from '@opal/domain/memoize'
import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import type { OwnListedToken } from '@opal/store/queries/orders/listings'
import { inSteps } from '../event-loop.ts'
import { toTextOrNull } from '../wire-values.ts'
import { statsAt, type TraitTallies, tallySteps, type ValueStats } from './count-traits.ts'
import { type TraitColumn, type TraitColumns, valuesOf } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Returns count and floor of a value among all tokens; 0 and null for a value that no token has. */
export type StatsOfValue = (trait: TokenTrait) => ValueStats

/** Counts all values, in steps and once for each state of a collection's listings: concurrent callers share it. */
export function countValues(table: TraitColumns, listed: ListedTokens): Promise<StatsOfValue> {
  return countsOf(table)(listed)
}

const countsOf = memoize((table: TraitColumns) =>
  memoize((listed: ListedTokens) => inSteps(tallySteps(table, { traits: [] }, listed)).then(statsOfValues)),
)

/** Values are looked up by their facts: there may be a million of them. */
function statsOfValues({ kinds, order }: TraitTallies): StatsOfValue {
  const ofKind = new Map(kinds.map((tally) => [tally.column.traitType, tally]))
  return ({ trait_type: traitType, value }) => {
    const tally = ofKind.get(traitType)
    const position = tally?.column.positions.get(value)
    return tally === undefined || position === undefined
      ? { value, count: 0, floorOctas: null }
      : statsAt({ tally, order }, position)
  }
}

/** Presents a token's trait. @param stats null where the collection is not counted. */
export function presentAttribute(
  { trait_type, value }: TokenTrait,
  stats: Pick<ValueStats, 'count' | 'floorOctas'> | null,
): Attribute {
  return { trait_type, value, count: stats?.count ?? null, floorPrice: toTextOrNull(stats?.floorOctas ?? null) }
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

/** Tokens for sale with a value of a trait. */
export interface ValueAsks {
  /** The lowest price in octas; null where none is for sale. */
  readonly floorOctas: bigint | null
  /** Tokens for sale. */
  readonly count: number
}

const NO_ASKS: ValueAsks = { floorOctas: null, count: 0 }

/** Tokens for sale that are looked through in a step: each may be compared by hundreds of kinds. */
const STEP_TOKENS = 500

/** Returns what is for sale with each of some values, in their order, in steps. */
export function* valueAsks(
  table: TraitColumns,
  { prices }: Pick<ListedTokens, 'prices'>,
  traits: readonly TokenTrait[],
): Generator<undefined, readonly ValueAsks[]> {
  const columns = new Map(table.columns.map((column) => [column.traitType, column]))
  const asks = new Map<TraitColumn, Map<number, ValueAsks>>()
  const places = traits.map(({ trait_type, value }) => {
    const column = columns.get(trait_type)
    const position = column?.positions.get(value)
    if (column === undefined || position === undefined) return null
    const ofColumn = asks.get(column) ?? new Map<number, ValueAsks>()
    asks.set(column, ofColumn.set(position, NO_ASKS))
    return { ofColumn, position }
  })
  let seen = 0
  for (const [token, price] of prices) {
    seen += 1
    if (seen % STEP_TOKENS === 0) yield
    for (const [column, ofColumn] of asks) {
      for (const position of valuesOf(column, token)) {
        const before = ofColumn.get(position)
        if (before === undefined) continue
        const floorOctas = before.floorOctas === null || price < before.floorOctas ? price : before.floorOctas
        ofColumn.set(position, { floorOctas, count: before.count + 1 })
      }
    }
  }
  return places.map((place) => place?.ofColumn.get(place.position) ?? NO_ASKS)
}
