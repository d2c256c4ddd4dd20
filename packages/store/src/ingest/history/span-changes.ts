import type { Replaced } from '../../rows/replace-rows.ts'

/** A moment from which on figures of a collection may be other than stored. */
export interface ChangedSince {
  readonly collection_id: string
  readonly micros: bigint
}

interface SpanRow {
  readonly collection_id: string
  readonly from_micros: bigint
  readonly to_micros: bigint | null
}

/** From when on the replaced spans tell another story: one that only ended otherwise changes nothing before that. */
export function spanChanges<Row extends SpanRow>({ written, removed }: Replaced<Row>): readonly ChangedSince[] {
  const before = new Map(removed.map((row) => [withoutEnd(row), row]))
  const after = new Map(written.map((row) => [withoutEnd(row), row]))
  const changed = [...after].map(([key, row]) => {
    const old = before.get(key)
    return { collection_id: row.collection_id, micros: old ? earlierEnd(old, row) : row.from_micros }
  })
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, row]) => row)
  return [...changed, ...gone.map(({ collection_id, from_micros }) => ({ collection_id, micros: from_micros }))]
}

/** Everything but the end, by name: stored rows have their columns in another order than wanted ones. */
function withoutEnd({ to_micros: _end, ...rest }: SpanRow): string {
  const fields = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return fields.flat().join('\u0000')
}

/** The earlier of two ends, of which one at most is open. */
function earlierEnd(a: SpanRow, b: SpanRow): bigint {
  if (a.to_micros === null || b.to_micros === null) return a.to_micros ?? b.to_micros ?? a.from_micros
  return a.to_micros < b.to_micros ? a.to_micros : b.to_micros
}
