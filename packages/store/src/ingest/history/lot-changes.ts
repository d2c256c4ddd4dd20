import type { Replaced } from '../../rows/replace-rows.ts'
import type { LotRow } from '../../tables/lots.ts'
import type { ChangedSince } from './span-changes.ts'

/** From when on wallets held otherwise than before the lots were replaced, or an earlier moment. */
export function lotChanges({ written, removed }: Replaced<LotRow>): readonly ChangedSince[] {
  const [before, after] = [Map.groupBy(removed, keyOf), Map.groupBy(written, keyOf)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key) ?? [], after.get(key) ?? []]
    const [lot] = [...old, ...now]
    if (lot === undefined || lot.collection_id === null) return []
    const micros = old.length === 0 || now.length === 0 ? lot.acquired_at_micros : firstOtherEnd(old, now)
    return micros === null ? [] : [{ collection_id: lot.collection_id, micros }]
  })
}

/** Who came by what, and when: an item that leaves takes its part of a lot with it. */
function keyOf(lot: LotRow): string {
  const { wallet, token_data_id, property_version, acquired_version, collection_id, acquired_at_micros } = lot
  const held = [wallet, token_data_id, property_version, acquired_version, collection_id, acquired_at_micros]
  return [...held, lot.is_in_transit].join('\u0000')
}

/** The first end that only one side has. Null when both have the same, or differ in lots without end alone. */
function firstOtherEnd(before: readonly LotRow[], after: readonly LotRow[]): bigint | null {
  const [old, now] = [endsOf(before), endsOf(after)]
  const others = [...[...old].filter((end) => !now.has(end)), ...[...now].filter((end) => !old.has(end))]
  return others.reduce<bigint | null>(
    (first, end) => (first === null || (end !== null && end < first) ? end : first),
    null,
  )
}

function endsOf(lots: readonly LotRow[]): ReadonlySet<bigint | null> {
  return new Set(lots.map((lot) => lot.released_at_micros))
}
