import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRow, readRows } from './read-rows.ts'

/** One row of the change feed. `payload` is as the indexer wrote it. */
export interface ChangeRow {
  readonly id: bigint
  readonly version: bigint
  readonly atMicros: bigint
  readonly collectionId: string | null
  readonly kind: 'activity' | 'floor_change' | 'volume_change' | 'bid_change' | 'tokens_change' | 'claims_change'
  readonly payload: Readonly<Record<string, string | number | null>>
}

/** Where to start: after a feed id, or after a ledger version. */
export type ChangesAfter = { readonly id: bigint } | { readonly version: bigint }

/** What changed after a place, oldest first. */
export function readChanges(
  reader: Reader,
  after: ChangesAfter,
  options: { take: number; collectionId?: string },
): Promise<readonly ChangeRow[]> {
  const place: RawBuilder<unknown> = 'id' in after ? sql`id > ${after.id}` : sql`version > ${after.version}`
  const only = options.collectionId === undefined ? sql`` : sql`and collection_id = ${options.collectionId}`
  return readRows(
    reader,
    sql<ChangeRow>`
    select id, version, at_micros as "atMicros", collection_id as "collectionId", kind, payload
    from market.change_feed where ${place} ${only} order by id limit ${options.take}`,
  )
}

/** The newest id of the feed; 0 when it is empty. */
export async function readLastChangeId(reader: Reader): Promise<bigint> {
  const row = await readRow(reader, sql<{ id: bigint | null }>`select max(id) as id from market.change_feed`)
  return row?.id ?? 0n
}
