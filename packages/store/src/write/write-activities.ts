import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import { type ActivityRow, activities } from '../tables/activities.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import type { IndexedTransaction } from './batch.ts'
import { toOrderActivities } from './book/order-activities.ts'
import { toTokenActivities } from './token-activities.ts'
import { writeRows } from './write-rows.ts'

/**
 * Writes what the batch's transactions and the re-folded orders tell.
 * @returns the rows that were not there before, in the chain's order.
 */
export async function writeActivities(
  db: DatabaseTransaction,
  batch: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
): Promise<readonly ActivityRow[]> {
  const rows = [...batch.flatMap(toTokenActivities), ...toOrderActivities(events)]
  const known = await readKnown(db, rows)
  await writeRows(db, activities, rows, 'overwrite')
  const completed = await completeCollections(db, rows, batch)
  return rows
    .filter((row) => !known.has(keyOf(row)))
    .map((row) => ({ ...row, collection_id: row.collection_id ?? completed.get(keyOf(row)) ?? null }))
    .sort((a, b) => (a.version === b.version ? a.event_index - b.event_index : a.version < b.version ? -1 : 1))
}

async function readKnown(db: DatabaseTransaction, rows: readonly ActivityRow[]): Promise<ReadonlySet<string>> {
  const versions = [...new Set(rows.map((row) => row.version))]
  const found = await db
    .selectFrom('market.activities')
    .select(['version', 'event_index'])
    .where(sql<boolean>`version = any(${versions})`)
    .execute()
  return new Set(found.map(keyOf))
}

/** Token events do not name the collection; it may also become known only with a later batch. */
async function completeCollections(
  db: DatabaseTransaction,
  rows: readonly ActivityRow[],
  batch: readonly IndexedTransaction[],
): Promise<ReadonlyMap<string, string>> {
  const moved = rows.filter((row) => row.collection_id === null).flatMap((row) => row.token_data_id ?? [])
  const described = batch.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.tokenDataId))
  const tokens = [...new Set<string>([...moved, ...described])]
  if (tokens.length === 0) return new Map()
  const { rows: completed } = await sql<{ version: bigint; event_index: number; collection_id: string }>`
    update market.activities a set collection_id = t.collection_id
    from chain.current_token_datas_v2 t
    where a.collection_id is null and a.token_data_id = t.token_data_id and t.token_data_id = any(${tokens})
    returning a.version, a.event_index, a.collection_id`.execute(db)
  return new Map(completed.map((row) => [keyOf(row), row.collection_id]))
}

function keyOf(row: { readonly version: bigint; readonly event_index: number }): string {
  return `${row.version}/${row.event_index}`
}
