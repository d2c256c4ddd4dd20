import type { TraitKind } from '@opal/contract/collections/traits'
import { LISTED_VALUES } from '@opal/contract/collections/traits'
import { memoize } from '../cache/memoize.ts'
import { atOnce } from '../in-steps.ts'
import { type ColumnView, type PriceOrder, placeOfPrice, priceOrder, priceView, wholeView } from './column-views.ts'
import { type IndexRange, judgeSteps, OUT, PASSES, wantsListed } from './match-tokens.ts'
import type { TraitColumn, TraitColumns } from './trait-columns.ts'
import type { ListedTokens, TraitFilter } from './trait-query.ts'

/** Counts of one kind of trait, by position of the value. */
export interface TraitTally {
  readonly column: TraitColumn
  readonly counts: Uint32Array
  /** Place in the order of prices of the cheapest token that has the value; -1 for none. */
  readonly cheapest: Int32Array
}

export interface TraitTallies {
  /** Tokens that pass all conditions. */
  readonly total: number
  /** One for each column of the table; what is asked of a kind does not count for itself. */
  readonly kinds: readonly TraitTally[]
  readonly order: PriceOrder
}

/** Count and floor of the matching tokens with a value. */
export interface ValueStats {
  readonly value: string
  readonly count: number
  readonly floorOctas: bigint | null
}

/** Stats of one trait type, counted without the filter on that type, so that users see the other values. */
export interface TraitStats {
  readonly traitType: string
  readonly values: readonly ValueStats[]
}

/**
 * Returns count and floor of every value, those of most tokens first.
 * @param traitType ranks the values of this kind only: ranking is far more expensive than counting.
 */
export function countTraits(
  table: TraitColumns,
  filter: TraitFilter,
  listed: ListedTokens,
  traitType?: string,
): readonly TraitStats[] {
  return statsOf(tallyTraits(table, filter, listed), traitType)
}

/** As {@link countTraits}, of what was counted. */
export function statsOf({ kinds, order }: TraitTallies, traitType?: string): readonly TraitStats[] {
  const isSorted = sortsValues(kinds)
  return kinds.flatMap((tally) => {
    if (traitType !== undefined && tally.column.traitType !== traitType) return []
    const values = rankValues(tally, isSorted).map((position) => statsAt({ tally, order }, position))
    return values.length === 0 ? [] : [{ traitType: tally.column.traitType, values }]
  })
}

/** Returns the stats of the value at a position. */
export function statsAt(
  { tally: { column, counts, cheapest }, order }: { readonly tally: TraitTally; readonly order: PriceOrder },
  position: number,
): ValueStats {
  return {
    value: column.values[position] ?? '',
    count: counts[position] ?? 0,
    floorOctas: order.prices[cheapest[position] ?? -1] ?? null,
  }
}

/** Counts every value under a filter, and finds the cheapest token that has it. */
export function tallyTraits(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): TraitTallies {
  return atOnce(tallySteps(table, filter, listed))
}

/** As {@link tallyTraits}, in steps: a step goes through one column. */
export function* tallySteps(
  table: TraitColumns,
  filter: TraitFilter,
  listed: ListedTokens,
): Generator<undefined, TraitTallies> {
  const order = priceOrder(listed)
  const isForSale = wantsListed(filter)
  const sale = yield* tally(table, filter, priceView(table, listed), rangeOf(order, filter))
  if (isForSale) return { total: sale.total, kinds: toKinds(table, sale.columns, sale.columns), order }
  const unwanted = filter.listed === false ? listed.prices.keys() : []
  const all = yield* tally(table, filter, wholeView(table), { start: 0, end: table.ids.length }, unwanted)
  return { total: all.total, kinds: toKinds(table, all.columns, sale.columns), order }
}

/** The part of the order of prices that a filter wants. */
function rangeOf(order: PriceOrder, { listed, minOctas, maxOctas }: TraitFilter): IndexRange {
  if (listed === false) return { start: 0, end: 0 }
  return {
    start: minOctas === undefined ? 0 : placeOfPrice(order, minOctas),
    end: maxOctas === undefined ? order.tokens.length : placeOfPrice(order, maxOctas + 1n),
  }
}

interface ColumnTally {
  readonly counts: Uint32Array
  /** Place of the first token that has the value; -1 for none. */
  readonly firsts: Int32Array
}

function toKinds(table: TraitColumns, counted: readonly ColumnTally[], priced: readonly ColumnTally[]): TraitTally[] {
  return table.columns.map((column, at) => ({
    column,
    counts: (counted[at] as ColumnTally).counts,
    cheapest: (priced[at] as ColumnTally).firsts,
  }))
}

function* tally(
  table: TraitColumns,
  filter: TraitFilter,
  view: ColumnView,
  range: IndexRange,
  unwanted: Iterable<number> = [],
) {
  const verdicts = yield* judgeSteps(table, view, filter, range)
  for (const place of unwanted) verdicts[place - range.start] = OUT
  let total = 0
  for (let at = 0; at < verdicts.length; at += 1) if (verdicts[at] === PASSES) total += 1
  const columns: ColumnTally[] = []
  for (const [at, column] of table.columns.entries()) {
    const own = filter.traits.findIndex(({ traitType }) => traitType === column.traitType)
    columns.push(tallyColumn(column, view, at, { verdicts, start: range.start, own }))
    yield
  }
  return { total, columns }
}

interface Judged {
  readonly verdicts: Int16Array
  readonly start: number
  /** Place of the condition that is asked of this column; -1 for none. */
  readonly own: number
}

function tallyColumn(column: TraitColumn, view: ColumnView, at: number, judged: Judged): ColumnTally {
  const { verdicts, start, own } = judged
  const counts = new Uint32Array(column.values.length)
  const firsts = new Int32Array(column.values.length).fill(-1)
  const values = view.values[at] as Uint32Array
  for (let offset = 0; offset < verdicts.length; offset += 1) {
    const verdict = verdicts[offset]
    if (verdict !== PASSES && verdict !== own) continue
    const position = (values[start + offset] ?? 0) - 1
    if (position === -1) continue
    if (counts[position] === 0) firsts[position] = start + offset
    counts[position] = (counts[position] ?? 0) + 1
  }
  if (column.more.size > 0) tallyMore(column, view, judged, { counts, firsts })
  return { counts, firsts }
}

/** The further values of tokens that have several. */
function tallyMore(
  { more }: TraitColumn,
  { tokens }: ColumnView,
  judged: Judged,
  { counts, firsts }: ColumnTally,
): void {
  const { verdicts, start, own } = judged
  for (let offset = 0; offset < verdicts.length; offset += 1) {
    const verdict = verdicts[offset]
    if (verdict !== PASSES && verdict !== own) continue
    const place = start + offset
    for (const position of more.get(tokens === null ? place : (tokens[place] ?? 0)) ?? []) {
      if (counts[position] === 0 || place < (firsts[position] ?? 0)) firsts[position] = place
      counts[position] = (counts[position] ?? 0) + 1
    }
  }
}

/**
 * Values of a collection beyond which those of as many tokens are in the order in which they were met: sorting the texts of a million takes
 * seconds, in which no other call is answered.
 */
const MAX_SORTED_VALUES = 100_000

function sortsValues(kinds: readonly TraitTally[]): boolean {
  return kinds.reduce((sum, { column }) => sum + column.values.length, 0) <= MAX_SORTED_VALUES
}

/** Positions of the values that were counted at all: those of most tokens first, ties by the value where these are sorted. */
function rankValues({ column, counts }: TraitTally, isSorted: boolean): readonly number[] {
  const alphabet = isSorted ? alphabetOf(column) : null
  const keys = new Float64Array(counts.length)
  let found = 0
  for (let position = 0; position < counts.length; position += 1) {
    const count = counts[position] ?? 0
    const place = alphabet === null ? position : (alphabet.placeOf[position] ?? 0)
    if (count > 0) keys[found++] = (MAX_TOKENS - count) * MAX_VALUES + place
  }
  // Numbers in an array of their own are sorted without asking us.
  const sorted = keys.subarray(0, found).sort()
  const ranked: number[] = []
  for (let at = 0; at < found; at += 1) {
    const place = (sorted[at] ?? 0) % MAX_VALUES
    ranked.push(alphabet === null ? place : (alphabet.inOrder[place] ?? 0))
  }
  return ranked
}

/** Counts and places of values stand in one number, the count before the place: far more than there are of either. */
const MAX_TOKENS = 2 ** 25
const MAX_VALUES = 2 ** 27

interface Alphabet {
  /** Position of the value at each place of the alphabet, and the other way round. */
  readonly inOrder: Uint32Array
  readonly placeOf: Uint32Array
}

/** Sorted once. */
const alphabetOf = memoize(({ values }: TraitColumn): Alphabet => {
  const sorted = values.map((value, position) => ({ value, position }))
  sorted.sort((left, right) => (left.value < right.value ? -1 : 1))
  const inOrder = Uint32Array.from(sorted, ({ position }) => position)
  const placeOf = new Uint32Array(values.length)
  inOrder.forEach((position, place) => {
    placeOf[position] = place
  })
  return { inOrder, placeOf }
})

/** Presents a collection's traits; values that no token has under the filter are left out. */
export function presentTraits({ total, kinds, order }: TraitTallies): { total: number; data: TraitKind[] } {
  const isSorted = sortsValues(kinds)
  const presented = kinds.map((tally): TraitKind => {
    const ranked = rankValues(tally, isSorted)
    const values = ranked.slice(0, LISTED_VALUES).map((position) => {
      const { value, count, floorOctas } = statsAt({ tally, order }, position)
      return { value, count, floorPrice: floorOctas === null ? null : String(floorOctas) }
    })
    return { trait_type: tally.column.traitType, valueCount: ranked.length, values }
  })
  return { total, data: presented.filter(({ valueCount }) => valueCount > 0) }
}
