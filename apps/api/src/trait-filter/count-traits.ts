import type { TraitKind } from '@opal/contract/collections/traits'
import { LISTED_VALUES } from '@opal/contract/collections/traits'
import { needsListing } from '@opal/store/queries/tokens/token-filter'
import { atOnce } from '../event-loop.ts'
import { type ColumnView, orderSteps, priceView, type TokenOrder, wholeView } from './column-views.ts'
import { type IndexRange, judgeSteps, OUT, PASSES, partsOf, rangeOf } from './match-tokens.ts'
import { rankValues, sortsValues, type TraitTally } from './rank-values.ts'
import type { TraitColumn, TraitColumns } from './trait-columns.ts'
import type { ListedTokens, TraitFilter } from './trait-query.ts'

export interface TraitTallies {
  /** Tokens that pass all conditions. */
  readonly total: number
  /** One for each column of the table; what is asked of a kind does not count for itself. */
  readonly kinds: readonly TraitTally[]
  readonly order: TokenOrder
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

/** Returns count and floor of every value, those of most tokens first. */
export function countTraits(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): readonly TraitStats[] {
  const { kinds, order } = atOnce(tallySteps(table, filter, listed))
  const isSorted = sortsValues(kinds)
  return kinds.flatMap((tally) => {
    const ranked = atOnce(rankValues(tally, { isSorted }))
    const values = Array.from(ranked, (position) => statsAt({ tally, order }, position))
    return values.length === 0 ? [] : [{ traitType: tally.column.traitType, values }]
  })
}

/** Values of a kind: how many there are, and those of a page. */
export interface ValuePage {
  readonly total: number
  readonly values: readonly ValueStats[]
}

/** Returns a page of the values of a kind that were counted, those of most tokens first, in steps. @param page `part` is in lower case. */
export function* pageOfValues(
  { kinds, order }: TraitTallies,
  traitType: string,
  { part, start, take }: { readonly part: string; readonly start: number; readonly take: number },
): Generator<undefined, ValuePage> {
  const tally = kinds.find(({ column }) => column.traitType === traitType)
  if (tally === undefined) return { total: 0, values: [] }
  const ranked = yield* rankValues(tally, { isSorted: sortsValues(kinds), part })
  const shown = Array.from(ranked.subarray(start, start + take))
  return { total: ranked.length, values: shown.map((position) => statsAt({ tally, order }, position)) }
}

/** Returns the stats of the value at a position. */
export function statsAt(
  { tally: { column, counts, cheapest }, order }: { readonly tally: TraitTally; readonly order: TokenOrder },
  position: number,
): ValueStats {
  return {
    value: column.values[position] ?? '',
    count: counts[position] ?? 0,
    floorOctas: order.values[cheapest[position] ?? -1] ?? null,
  }
}

/**
 * Counts every value under a filter, and finds the cheapest token that has it, in steps: each goes through a part of one
 * column.
 */
export function* tallySteps(
  table: TraitColumns,
  filter: TraitFilter,
  listed: ListedTokens,
): Generator<undefined, TraitTallies> {
  const order = yield* orderSteps(listed.prices)
  const isForSale = needsListing(filter)
  const sale = yield* tally(table, filter, priceView(table, listed), rangeOf(order, filter))
  if (isForSale) return { total: sale.total, kinds: toKinds(table, sale.columns, sale.columns), order }
  const unwanted = filter.listed === false ? listed.prices.keys() : []
  const all = yield* tally(table, filter, wholeView(table), { start: 0, end: table.ids.length }, unwanted)
  return { total: all.total, kinds: toKinds(table, all.columns, sale.columns), order }
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
    columns.push(yield* tallyColumn(column, view, at, { verdicts, start: range.start, own }))
  }
  return { total, columns }
}

interface Judged {
  readonly verdicts: Int16Array
  readonly start: number
  /** Place of the condition that is asked of this column; -1 for none. */
  readonly own: number
}

function* tallyColumn(
  column: TraitColumn,
  view: ColumnView,
  at: number,
  judged: Judged,
): Generator<undefined, ColumnTally> {
  const counts = new Uint32Array(column.values.length)
  const firsts = new Int32Array(column.values.length).fill(-1)
  const tally = { counts, firsts }
  const values = view.valuesOf(at)
  for (const part of partsOf(judged.verdicts.length, column.more.size)) {
    tallyFirst(values, judged, part, tally)
    if (column.more.size > 0) tallyMore(column, view, judged, part, tally)
    yield
  }
  return tally
}

function tallyFirst(
  values: Uint16Array | Uint32Array,
  { verdicts, start, own }: Judged,
  part: IndexRange,
  { counts, firsts }: ColumnTally,
): void {
  for (let offset = part.start; offset < part.end; offset += 1) {
    const verdict = verdicts[offset]
    if (verdict !== PASSES && verdict !== own) continue
    const position = (values[start + offset] ?? 0) - 1
    if (position === -1) continue
    if (counts[position] === 0) firsts[position] = start + offset
    counts[position] = (counts[position] ?? 0) + 1
  }
}

/** The further values of tokens that have several. */
function tallyMore(
  { more }: TraitColumn,
  { tokens }: ColumnView,
  { verdicts, start, own }: Judged,
  part: IndexRange,
  { counts, firsts }: ColumnTally,
): void {
  for (let offset = part.start; offset < part.end; offset += 1) {
    const verdict = verdicts[offset]
    if (verdict !== PASSES && verdict !== own) continue
    const place = start + offset
    for (const position of more.get(tokens === null ? place : (tokens[place] ?? 0)) ?? []) {
      if (counts[position] === 0 || place < (firsts[position] ?? 0)) firsts[position] = place
      counts[position] = (counts[position] ?? 0) + 1
    }
  }
}

/** Presents a collection's traits, in steps; values that no token has under the filter are left out. */
export function* presentTraits({
  total,
  kinds,
  order,
}: TraitTallies): Generator<undefined, { total: number; data: TraitKind[] }> {
  const isSorted = sortsValues(kinds)
  const data: TraitKind[] = []
  for (const tally of kinds) {
    const ranked = yield* rankValues(tally, { isSorted })
    yield
    if (ranked.length === 0) continue
    const values = Array.from(ranked.subarray(0, LISTED_VALUES), (position) => {
      const { value, count, floorOctas } = statsAt({ tally, order }, position)
      return { value, count, floorPrice: floorOctas === null ? null : String(floorOctas) }
    })
    data.push({ trait_type: tally.column.traitType, valueCount: ranked.length, values })
  }
  return { total, data }
}
