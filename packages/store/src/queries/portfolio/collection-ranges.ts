import { type RawBuilder, sql } from 'kysely'

/** Bounds between ranges of collection ids that have about as many each: ids are hexadecimal. */
const BOUNDS = ['0x4', '0x8', '0xc']

/**
 * Returns conditions that divide collections into ranges, in the order of their ids. What a wallet holds of
 * thousands of collections is read by as many statements concurrently: while nothing is in memory, each of them waits for one page after another.
 * @param id SQL of the collection's id.
 * @param isUnknown SQL of whether it is not known, where it is null then: it belongs to the first range.
 */
export function collectionRanges(
  id: RawBuilder<unknown>,
  isUnknown?: RawBuilder<unknown>,
): readonly RawBuilder<boolean>[] {
  const [first = '', ...others] = BOUNDS
  return [
    isUnknown === undefined ? sql<boolean>`${id} < ${first}` : sql<boolean>`(${id} < ${first} or ${isUnknown})`,
    ...others.map((end, at) => sql<boolean>`(${id} >= ${BOUNDS[at]} and ${id} < ${end})`),
    sql<boolean>`${id} >= ${BOUNDS.at(-1)}`,
  ]
}
