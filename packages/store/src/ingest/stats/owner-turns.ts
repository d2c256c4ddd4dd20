import type { Replaced } from '../../rows/replace-rows.ts'
import type { OwnerSpanRow } from '../../tables/owner-spans.ts'
import { hourOf, type OwnerTurn } from './collection-hours.ts'

/** How a collection's owners came and went in one hour. */
export interface OwnerTurns extends OwnerTurn {
  readonly collection_id: string
  /** How many came or went: an hour may have turns that outweigh each other. */
  readonly turns: bigint
}

/** The turns of stored spans, once some of these are replaced. */
export function turnOwners(
  stored: readonly OwnerTurns[],
  { written, removed }: Replaced<OwnerSpanRow>,
): readonly OwnerTurns[] {
  const hours = new Map(stored.map((hour) => [keyOf(hour), hour]))
  const turn = (collection_id: string, micros: bigint | null, delta: bigint, turns: bigint) => {
    if (micros === null) return
    const hour = { collection_id, hour_micros: hourOf(micros), delta: 0n, turns: 0n }
    const known = hours.get(keyOf(hour)) ?? hour
    hours.set(keyOf(hour), { ...known, delta: known.delta + delta, turns: known.turns + turns })
  }
  for (const { collection_id, from_micros, to_micros } of removed) {
    turn(collection_id, from_micros, -1n, -1n)
    turn(collection_id, to_micros, 1n, -1n)
  }
  for (const { collection_id, from_micros, to_micros } of written) {
    turn(collection_id, from_micros, 1n, 1n)
    turn(collection_id, to_micros, -1n, 1n)
  }
  return [...hours.values()].filter(({ turns }) => turns > 0n)
}

function keyOf({ collection_id, hour_micros }: Pick<OwnerTurns, 'collection_id' | 'hour_micros'>): string {
  return `${collection_id}/${hour_micros}`
}
