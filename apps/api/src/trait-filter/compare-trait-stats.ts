import { readTraitCounts } from '@opal/store/maintenance/inspect/trait-counts'
import type { Reader } from '@opal/store/queries/read-rows'
import { countTraits } from './count-traits.ts'
import type { TraitCache } from './trait-cache.ts'

/** A value whose stats in memory differ from those of the tables; null: it is unknown there. */
export interface TraitDifference {
  readonly traitType: string
  readonly value: string
  readonly inMemory: string | null
  readonly inTables: string | null
}

/**
 * Holds counts and floors of a collection's traits, as the API has them in memory, against the tables.
 * @returns what differs; null for a collection that is too large for memory.
 */
export async function compareTraitStats(
  reader: Reader,
  traits: TraitCache,
  collectionId: string,
): Promise<readonly TraitDifference[] | null> {
  const table = await traits.columnsOf(collectionId)
  if (table === null) return null
  const listed = await traits.listedOf(collectionId, table)
  const inMemory = new Map(
    countTraits(table, { traits: [] }, listed).flatMap(({ traitType, values }) =>
      values.map(({ value, count, floorOctas }) => [keyOf(traitType, value), textOf(count, floorOctas)] as const),
    ),
  )
  const inTables = new Map(
    (await readTraitCounts(reader, collectionId)).map(
      ({ traitType, value, count, floorOctas }) => [keyOf(traitType, value), textOf(count, floorOctas)] as const,
    ),
  )
  return [...new Set([...inMemory.keys(), ...inTables.keys()])].flatMap((key) => {
    const [memory, tables] = [inMemory.get(key) ?? null, inTables.get(key) ?? null]
    if (memory === tables) return []
    const [traitType, value] = JSON.parse(key) as [string, string]
    return [{ traitType, value, inMemory: memory, inTables: tables }]
  })
}

function keyOf(traitType: string, value: string): string {
  return JSON.stringify([traitType, value])
}

function textOf(count: number | bigint, floorOctas: bigint | null): string {
  return `${count} tokens, floor ${floorOctas ?? 'none'}`
}
