import type { ColumnView } from './column-view.ts'
import { compileTraits, passesTest, type TraitTest } from './compile-traits.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { TraitFilter } from './trait-query.ts'

/** A token passes all conditions. Else its verdict is the place of the one condition that it fails, or {@link OUT}. */
export const PASSES = -1
/** A token fails more than one condition. */
export const OUT = -2

/** A stretch of a view's places, the end not in it. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** A verdict for each place of a stretch, its conditions on traits and ranks told one after the other. */
export function judgeTokens(table: TraitColumns, view: ColumnView, filter: TraitFilter, stretch: Stretch): Int16Array {
  const verdicts = new Int16Array(Math.max(0, stretch.end - stretch.start)).fill(PASSES)
  judgeRanks(view, filter, stretch, verdicts)
  for (const [at, test] of compileTraits(table, filter.traits).entries())
    judgeTrait(table, view, { test, at }, stretch, verdicts)
  return verdicts
}

function judgeRanks(
  { ranks }: ColumnView,
  { minRank = 0, maxRank = 0 }: TraitFilter,
  { start }: Stretch,
  verdicts: Int16Array,
): void {
  if (minRank === 0 && maxRank === 0) return
  for (let at = 0; at < verdicts.length; at += 1) {
    const rank = ranks[start + at] ?? 0
    if (rank < minRank || (maxRank > 0 && (rank === 0 || rank > maxRank))) verdicts[at] = OUT
  }
}

function judgeTrait(
  table: TraitColumns,
  view: ColumnView,
  { test, at: condition }: { readonly test: TraitTest; readonly at: number },
  { start }: Stretch,
  verdicts: Int16Array,
): void {
  const { column, passes } = test
  const values = column === null ? null : (view.values[table.columns.indexOf(column)] ?? null)
  const isPlain = column === null || column.more.size === 0
  for (let at = 0; at < verdicts.length; at += 1) {
    const verdict = verdicts[at]
    if (verdict === OUT) continue
    const place = start + at
    const hasPassed = isPlain
      ? passes[values === null ? 0 : (values[place] ?? 0)] === 1
      : passesTest(test, view.tokens === null ? place : (view.tokens[place] ?? 0))
    if (!hasPassed) verdicts[at] = verdict === PASSES ? condition : OUT
  }
}
