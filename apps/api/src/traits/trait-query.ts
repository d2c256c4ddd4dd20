import { scanListed, scanTokens, type Visit, wantsListed } from './scan-tokens.ts'
import type { TraitColumn, TraitColumns } from './trait-columns.ts'

/** What of a collection is for sale, by token: the cheapest price on the wanted marketplaces. Octas. */
export interface ListedTokens {
  readonly prices: ReadonlyMap<number, bigint>
  readonly placedAt: ReadonlyMap<number, bigint>
}

/** Values of one kind of trait: a token has one of `any` (when there are some) and none of `none`. */
export interface TraitCondition {
  readonly traitType: string
  readonly any: readonly string[]
  readonly none: readonly string[]
}

/** Which tokens are wanted: conditions of different kinds all hold. Amounts in octas, ranks from 1. */
export interface TraitFilter {
  readonly traits: readonly TraitCondition[]
  readonly minRank?: number
  readonly maxRank?: number
  readonly listed?: boolean
  readonly minOctas?: bigint
  readonly maxOctas?: bigint
}

/** How many matching tokens have a value, and what the cheapest of them costs. */
export interface ValueFigure {
  readonly value: string
  readonly count: number
  readonly floorOctas: bigint | null
}

/** Figures of one kind of trait; counted as if nothing were asked of that kind, so that one can see what else there is. */
export interface TraitFigures {
  readonly traitType: string
  readonly values: readonly ValueFigure[]
}

/** Positions of the tokens that match, in the order of their ids. */
export function matchTokens(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): readonly number[] {
  const found: number[] = []
  const visit = (token: number, failed: number) => {
    if (failed === -1) found.push(token)
  }
  if (!wantsListed(filter)) scanTokens(table, filter, listed, visit)
  else scanListed(table, filter, listed, visit)
  return wantsListed(filter) ? found.sort((left, right) => left - right) : found
}

/** Positions of the tokens for sale that match, cheapest first, ties by position. */
export function matchCheapest(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): readonly number[] {
  const found: number[] = []
  scanListed(table, filter, listed, (token, failed) => {
    if (failed === -1) found.push(token)
  })
  return found
}

/** Counts and floors of every value, values of most tokens first. */
export function countTraits(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): readonly TraitFigures[] {
  return countAll(table, filter, listed).kinds
}

/** As {@link countTraits}, and how many tokens pass all conditions. */
export function countAll(
  table: TraitColumns,
  filter: TraitFilter,
  listed: ListedTokens,
): { readonly kinds: readonly TraitFigures[]; readonly total: number } {
  const counting = table.columns.map((column) => ({
    column,
    counts: new Uint32Array(column.values.length),
    floors: new Int32Array(column.values.length).fill(-1),
    // What is asked of a kind does not count for itself.
    own: filter.traits.findIndex(({ traitType }) => traitType === column.traitType),
  }))
  let total = 0
  const count: Visit = (token, failed) => {
    if (failed === -1) total += 1
    for (const one of counting) if (failed === -1 || failed === one.own) tally(one, token)
  }
  const price: Visit = (token, failed) => {
    for (const one of counting) if (failed === -1 || failed === one.own) setFloor(one, token)
  }
  if (wantsListed(filter)) {
    scanListed(table, filter, listed, (token, failed) => {
      count(token, failed)
      price(token, failed)
    })
  } else {
    scanTokens(table, filter, listed, count)
    scanListed(table, filter, listed, price)
  }
  return { total, kinds: counting.map((one) => present(one, listed)).filter(({ values }) => values.length > 0) }
}

interface Counting {
  readonly column: TraitColumn
  readonly counts: Uint32Array
  /** By value: the cheapest token that has it; -1 for none. */
  readonly floors: Int32Array
  readonly own: number
}

function tally({ column, counts }: Counting, token: number): void {
  const first = column.first[token] ?? 0
  if (first === 0) return
  counts[first - 1] = (counts[first - 1] ?? 0) + 1
  if (column.more.size === 0) return
  for (const position of column.more.get(token) ?? []) counts[position] = (counts[position] ?? 0) + 1
}

/** Tokens come cheapest first: the first one that has a value is its floor. */
function setFloor({ column, floors }: Counting, token: number): void {
  const first = column.first[token] ?? 0
  if (first === 0) return
  if (floors[first - 1] === -1) floors[first - 1] = token
  if (column.more.size === 0) return
  for (const position of column.more.get(token) ?? []) if (floors[position] === -1) floors[position] = token
}

function present({ column, counts, floors }: Counting, { prices }: ListedTokens): TraitFigures {
  const values = column.values
    .map((value, position) => ({
      value,
      count: counts[position] ?? 0,
      floorOctas: prices.get(floors[position] ?? -1) ?? null,
    }))
    .filter((figure) => figure.count > 0)
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
  return { traitType: column.traitType, values }
}
