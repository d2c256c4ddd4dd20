import { oncePer } from '../kept/once-per.ts'
import type { TraitTally } from './tally-traits.ts'
import type { TraitColumn } from './trait-columns.ts'

/** Positions of the values that were counted at all: those of most tokens first, ties by the value. */
export function rankValues({ column, counts }: TraitTally): readonly number[] {
  const { placeOf, inOrder } = alphabetOf(column)
  const keys = new Float64Array(counts.length)
  let found = 0
  for (let position = 0; position < counts.length; position += 1) {
    const count = counts[position] ?? 0
    if (count > 0) keys[found++] = (MOST_TOKENS - count) * MOST_VALUES + (placeOf[position] ?? 0)
  }
  // Numbers in an array of their own are sorted without asking us.
  const sorted = keys.subarray(0, found).sort()
  const ranked: number[] = []
  for (let at = 0; at < found; at += 1) ranked.push(inOrder[(sorted[at] ?? 0) % MOST_VALUES] ?? 0)
  return ranked
}

/** Counts and places of values stand in one number, the count before the place: far more than there are of either. */
const MOST_TOKENS = 2 ** 25
const MOST_VALUES = 2 ** 27

interface Alphabet {
  /** Position of the value at each place of the alphabet, and the other way round. */
  readonly inOrder: Uint32Array
  readonly placeOf: Uint32Array
}

/** Sorted once. */
const alphabetOf = oncePer(({ values }: TraitColumn): Alphabet => {
  const sorted = values.map((value, position) => ({ value, position }))
  sorted.sort((left, right) => (left.value < right.value ? -1 : 1))
  const inOrder = Uint32Array.from(sorted, ({ position }) => position)
  const placeOf = new Uint32Array(values.length)
  inOrder.forEach((position, place) => {
    placeOf[position] = place
  })
  return { inOrder, placeOf }
})
