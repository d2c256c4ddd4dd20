import { memoizeSteps } from '../event-loop.ts'
import { sortSteps } from './sort-steps.ts'
import type { TraitColumn } from './trait-columns.ts'

/** Counts of one kind of trait, by position of the value. */
export interface TraitTally {
  readonly column: TraitColumn
  readonly counts: Uint32Array
  /** Place in the order of prices of the cheapest token that has the value; -1 for none. */
  readonly cheapest: Int32Array
}

/**
 * Number of values of a collection up to which ties are sorted by text; beyond it they stay in the order in which they were found. Sorting a
 * million texts takes seconds of the process's time.
 */
const MAX_SORTED_VALUES = 100_000
/** Values that are looked at in one step: other calls are answered between steps. */
const STEP_VALUES = 20_000

/** Returns whether values of as many tokens are ranked by their texts. */
export function sortsValues(kinds: readonly TraitTally[]): boolean {
  return kinds.reduce((sum, { column }) => sum + column.values.length, 0) <= MAX_SORTED_VALUES
}

export interface RankOptions {
  readonly isSorted: boolean
  /** Text in lower case that is part of each wanted value. */
  readonly part?: string
}

/**
 * Returns the positions of values with at least one token, in steps: most tokens first, ties by value where values are sorted. It is a counting
 * sort, since a comparison sort of so many numbers takes long, too.
 */
export function* rankValues(
  { column, counts }: TraitTally,
  { isSorted, part = '' }: RankOptions,
): Generator<undefined, Uint32Array> {
  const alphabet = isSorted ? yield* alphabetSteps(column) : null
  const found: number[] = []
  const tokensOf = new Map<number, number>()
  for (let place = 0; place < counts.length; place += 1) {
    if (place % STEP_VALUES === STEP_VALUES - 1) yield
    const position = alphabet?.[place] ?? place
    const count = counts[position] ?? 0
    if (count === 0 || (part !== '' && !column.values[position]?.toLowerCase().includes(part))) continue
    found.push(position)
    tokensOf.set(count, (tokensOf.get(count) ?? 0) + 1)
  }
  const next = placesOf(tokensOf)
  const ranked = new Uint32Array(found.length)
  for (const [at, position] of found.entries()) {
    if (at % STEP_VALUES === STEP_VALUES - 1) yield
    const count = counts[position] ?? 0
    const place = next.get(count) ?? 0
    ranked[place] = position
    next.set(count, place + 1)
  }
  return ranked
}

/** Returns the first place of the values of each count, the highest first. @param numbers of values, by their count. */
function placesOf(numbers: ReadonlyMap<number, number>): Map<number, number> {
  let place = 0
  return new Map(
    [...numbers]
      .sort(([one], [other]) => other - one)
      .map(([count, values]) => {
        const first = place
        place += values
        return [count, first]
      }),
  )
}

/** Returns the positions of values in the order of their texts, in steps. Sorted once. */
const alphabetSteps = memoizeSteps(({ values }: TraitColumn) =>
  sortSteps(values.keys(), (left, right) => ((values[left] ?? '') < (values[right] ?? '') ? -1 : 1)),
)
