import type { Replaced } from '../../driver/replace-rows.ts'
import type { LotRow } from '../../schema/history.ts'

/** The earliest moment at which the stats of a collection may differ from the stored ones. */
export interface ChangedSince {
  readonly collection_id: string
  readonly micros: bigint
}

interface SpanRow {
  readonly collection_id: string
  readonly from_micros: bigint
  readonly to_micros: bigint | null
}

/**
 * Returns from when on the replaced spans differ: a span with another end only changes nothing before the earlier
 * end.
 */
export function spanChanges<Row extends SpanRow>({ written, before }: Replaced<Row>): readonly ChangedSince[] {
  const replaced = new Map(before.map((row) => [withoutEnd(row), row]))
  const after = new Map(written.map((row) => [withoutEnd(row), row]))
  const changed = [...after].map(([key, row]) => {
    const old = replaced.get(key)
    return { collection_id: row.collection_id, micros: old ? earlierEnd(old, row) : row.from_micros }
  })
  const gone = [...replaced].filter(([key]) => !after.has(key)).map(([, row]) => row)
  return [...changed, ...gone.map(({ collection_id, from_micros }) => ({ collection_id, micros: from_micros }))]
}

/** Serializes everything but the end, by name: stored and computed rows order their columns differently. */
function withoutEnd({ to_micros: _end, ...rest }: SpanRow): string {
  const fields = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return fields.flat().join('\u0000')
}

/** Returns the earlier of two ends, at most one of which is open. */
function earlierEnd(a: SpanRow, b: SpanRow): bigint {
  if (a.to_micros === null || b.to_micros === null) return a.to_micros ?? b.to_micros ?? a.from_micros
  return a.to_micros < b.to_micros ? a.to_micros : b.to_micros
}

/** The earliest moment at which what a wallet holds of a collection may differ from before. */
export interface HoldingChange extends ChangedSince {
  readonly wallet: string
}

/** Returns from when on holdings differ after the lots were replaced, or an earlier moment: one for each wallet and collection. */
export function holdingChanges(replaced: Replaced<LotRow>): readonly HoldingChange[] {
  const first = new Map<string, HoldingChange>()
  for (const change of changesOfLots(replaced)) {
    const key = `${change.wallet}/${change.collection_id}`
    const known = first.get(key)
    if (known === undefined || change.micros < known.micros) first.set(key, change)
  }
  return [...first.values()]
}

/** Returns from when on the holdings of collections differ after the lots were replaced, or an earlier moment. */
export function lotChanges(replaced: Replaced<LotRow>): readonly ChangedSince[] {
  return changesOfLots(replaced).map(({ collection_id, micros }) => ({ collection_id, micros }))
}

function changesOfLots({ written, before }: Replaced<LotRow>): readonly HoldingChange[] {
  const [replaced, after] = [Map.groupBy(before, keyOf), Map.groupBy(written, keyOf)]
  return [...new Set([...replaced.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [replaced.get(key) ?? [], after.get(key) ?? []]
    const [lot] = [...old, ...now]
    if (lot === undefined || lot.collection_id === null) return []
    const micros = old.length === 0 || now.length === 0 ? lot.acquired_at_micros : firstOtherEnd(old, now)
    return micros === null ? [] : [{ wallet: lot.wallet, collection_id: lot.collection_id, micros }]
  })
}

/** Identifies a lot by wallet, token and acquisition: an item that leaves takes its part of a lot with it. */
function keyOf(lot: LotRow): string {
  const { wallet, token_data_id, property_version, acquired_version, collection_id, acquired_at_micros } = lot
  const held = [wallet, token_data_id, property_version, acquired_version, collection_id, acquired_at_micros]
  return [...held, lot.is_in_transit].join('\u0000')
}

/** Returns the first end that only one side has. Null when both have the same, or differ in open lots alone. */
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
