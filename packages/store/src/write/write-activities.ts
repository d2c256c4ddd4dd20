import { sql } from 'kysely'
import { type ActivityRow, activities } from '../tables/activities.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import type { IndexedTransaction } from './batch.ts'
import { toOrderActivities } from './book/order-activities.ts'
import type { Statements } from './pipelined.ts'
import { toTokenActivities } from './token-activities.ts'
import { writeRows } from './write-rows.ts'

/** What happened, and which of it was known before. */
export interface Told {
  readonly rows: readonly ActivityRow[]
  readonly isKnown: (row: ActivityRow) => boolean
}

/** What the batch's transactions and the re-folded orders tell. */
export async function readTold(
  at: Statements,
  batch: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
): Promise<Told> {
  const told = [...batch.flatMap(toTokenActivities), ...toOrderActivities(events)]
  const [collections, known] = await Promise.all([readCollections(at, told), readKnown(at, told)])
  const rows = told.map((row) => ({
    ...row,
    collection_id: row.collection_id ?? collections.get(row.token_data_id ?? '') ?? null,
  }))
  return { rows, isKnown: (row) => known.has(keyOf(row)) }
}

/** Writes what is told. */
export async function writeActivities(at: Statements, { rows }: Told): Promise<void> {
  await writeRows(at, activities, rows, 'differing')
}

/** What was not known before, in the chain's order. */
export function newlyTold({ rows, isKnown }: Told): readonly ActivityRow[] {
  return rows
    .filter((row) => !isKnown(row))
    .sort((a, b) => (a.version === b.version ? a.event_index - b.event_index : a.version < b.version ? -1 : 1))
}

async function readKnown(at: Statements, rows: readonly ActivityRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const versions = [...new Set(rows.map((row) => row.version))]
  const found = await sql<Pick<ActivityRow, 'version' | 'event_index'>>`
    select version, event_index from market.activities where version = any(${versions})`.execute(at)
  return new Set(found.rows.map(keyOf))
}

/** Token events do not name the collection. */
async function readCollections(at: Statements, rows: readonly ActivityRow[]): Promise<ReadonlyMap<string, string>> {
  const tokens = rows.filter((row) => row.collection_id === null).flatMap((row) => row.token_data_id ?? [])
  if (tokens.length === 0) return new Map()
  const found = await sql<{ token_data_id: string; collection_id: string }>`
    select token_data_id, collection_id from chain.current_token_datas_v2
    where token_data_id = any(${[...new Set(tokens)]})`.execute(at)
  return new Map(found.rows.map((row) => [row.token_data_id, row.collection_id]))
}

function keyOf(row: { readonly version: bigint; readonly event_index: number }): string {
  return `${row.version}/${row.event_index}`
}
