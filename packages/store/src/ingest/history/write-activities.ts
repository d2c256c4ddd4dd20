import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { compareRows } from '../../rows/replace-rows.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { type ActivityRow, activities } from '../../tables/activities.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import type { IndexedTransaction } from '../batch.ts'
import type { Happening } from './happening.ts'
import { toOrderActivities } from './order-activities.ts'
import { toTokenActivities } from './token-activities.ts'

/** What happened, and which of it was known before. */
export interface Told {
  readonly rows: readonly ActivityRow[]
  /** Everything that is stored of the transactions in which it happened. */
  readonly stored: readonly ActivityRow[]
}

/** What the batch's transactions and the re-folded orders tell. */
export async function readTold(
  at: Statements,
  batch: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
): Promise<Told> {
  const told = [...batch.flatMap(toTokenActivities), ...toOrderActivities(events)]
  const [collections, stored] = await Promise.all([readCollections(at, told), readStored(at, told)])
  const hashes = await hashesOf(at, batch, told, stored)
  const rows = told.map((row) => ({
    ...row,
    collection_id: row.collection_id ?? collections.get(row.token_data_id ?? '') ?? null,
    transaction_hash: hashes.get(row.version) ?? null,
  }))
  return { rows, stored }
}

/** Writes what is told, as far as it is not stored just so. */
export async function writeActivities(at: Statements, { rows, stored }: Told): Promise<void> {
  const { written, removed } = compareRows(activities, stored, rows)
  const isStored = among(removed)
  await Promise.all([
    writeRows(
      at,
      activities,
      written.filter((row) => !isStored(row)),
      'add',
    ),
    writeRows(at, activities, written.filter(isStored), 'overwrite'),
  ])
}

/** What was not known before, in the chain's order. */
export function newlyTold({ rows, stored }: Told): readonly ActivityRow[] {
  const isStored = among(stored)
  return rows
    .filter((row) => !isStored(row))
    .sort((a, b) => (a.version === b.version ? a.event_index - b.event_index : a.version < b.version ? -1 : 1))
}

async function readStored(at: Statements, rows: readonly Happening[]): Promise<readonly ActivityRow[]> {
  if (rows.length === 0) return []
  const versions = [...new Set(rows.map((row) => row.version))]
  const found = await sql<ActivityRow>`
    select * from market.activities where version = any(${versions}::bigint[])`.execute(at)
  return found.rows
}

function among(rows: readonly ActivityRow[]): (row: ActivityRow) => boolean {
  const keys = new Set(rows.map(keyOf))
  return (row) => keys.has(keyOf(row))
}

/** By version: the batch's own, and of what is stored. Looked up where neither says it. */
async function hashesOf(
  at: Statements,
  batch: readonly IndexedTransaction[],
  told: readonly Happening[],
  stored: readonly ActivityRow[],
): Promise<ReadonlyMap<bigint, string | null>> {
  const known = new Map(stored.map((row) => [row.version, row.transaction_hash]))
  for (const { transaction } of batch) known.set(transaction.version, transaction.hash)
  const others = new Set(told.flatMap(({ version }) => (known.has(version) ? [] : [version])))
  if (others.size === 0) return known
  const { rows } = await sql<{ version: bigint; hash: string }>`
    select version, hash from chain.transactions where version = any(${[...others]}::bigint[])`.execute(at)
  for (const { version, hash } of rows) known.set(version, hash)
  return known
}

/** Token events do not name the collection. */
async function readCollections(at: Statements, rows: readonly Happening[]): Promise<ReadonlyMap<string, string>> {
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
