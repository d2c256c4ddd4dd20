import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { compareRows } from '../../rows/replace-rows.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { type ActivityRow, activities } from '../../tables/activities.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { orderHistoriesPhase } from '../orders/order-histories.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import type { ActivityDraft } from './order-activities.ts'
import { toOrderActivities } from './order-activities.ts'
import { toTokenActivities } from './token-activities.ts'

/** Makes the activities of the batch's transactions and of the orders that are folded again. @returns which of them are new. */
export const activitiesPhase = definePhase({
  name: 'activities',
  needs: { decoded: decodePhase, histories: orderHistoriesPhase },
  reads: ['market.activities', 'chain.current_token_datas_v2', 'chain.transactions'],
  writes: ['market.activities'],
  read: async (db, { decoded: { transactions }, histories: { events } }) => {
    const drafts = [...transactions.flatMap(toTokenActivities), ...toOrderActivities(events)]
    const [collections, stored] = await Promise.all([readCollections(db, drafts), readStored(db, drafts)])
    const hashes = await hashesOf(db, transactions, drafts, stored)
    return { drafts, collections, stored, hashes }
  },
  compute: (_given, { drafts, collections, stored, hashes }) => {
    const rows = drafts.map((draft) => ({
      ...draft,
      collection_id: draft.collection_id ?? collections.get(draft.token_data_id ?? '') ?? null,
      transaction_hash: hashes.get(draft.version) ?? null,
    }))
    const { written, removed } = compareRows(activities, stored, rows)
    const isChanged = among(removed)
    return {
      added: written.filter((row) => !isChanged(row)),
      changed: written.filter(isChanged),
      new: newRows(rows, stored),
    }
  },
  write: (db, { added, changed }) => [
    writeRows(db, activities, added, 'add'),
    writeRows(db, activities, changed, 'overwrite'),
  ],
})

/** Returns what is not stored yet, in the chain's order. */
function newRows(rows: readonly ActivityRow[], stored: readonly ActivityRow[]): readonly ActivityRow[] {
  const isStored = among(stored)
  return rows
    .filter((row) => !isStored(row))
    .sort((a, b) => (a.version === b.version ? a.event_index - b.event_index : a.version < b.version ? -1 : 1))
}

async function readStored(db: Statements, rows: readonly ActivityDraft[]): Promise<readonly ActivityRow[]> {
  if (rows.length === 0) return []
  const versions = [...new Set(rows.map((row) => row.version))]
  const found = await sql<ActivityRow>`
    select * from market.activities where version = any(${versions}::bigint[])`.execute(db)
  return found.rows
}

function among(rows: readonly ActivityRow[]): (row: ActivityRow) => boolean {
  const keys = new Set(rows.map(keyOf))
  return (row) => keys.has(keyOf(row))
}

/** By version: the batch's own, and of what is stored. Looked up where neither says it. */
async function hashesOf(
  db: Statements,
  transactions: readonly IndexedTransaction[],
  drafts: readonly ActivityDraft[],
  stored: readonly ActivityRow[],
): Promise<ReadonlyMap<bigint, string | null>> {
  const known = new Map(stored.map((row) => [row.version, row.transaction_hash]))
  for (const { transaction } of transactions) known.set(transaction.version, transaction.hash)
  const others = new Set(drafts.flatMap(({ version }) => (known.has(version) ? [] : [version])))
  if (others.size === 0) return known
  const { rows } = await sql<{ version: bigint; hash: string }>`
    select version, hash from chain.transactions where version = any(${[...others]}::bigint[])`.execute(db)
  for (const { version, hash } of rows) known.set(version, hash)
  return known
}

/** Token events do not name the collection. */
async function readCollections(db: Statements, rows: readonly ActivityDraft[]): Promise<ReadonlyMap<string, string>> {
  const tokens = rows.filter((row) => row.collection_id === null).flatMap((row) => row.token_data_id ?? [])
  if (tokens.length === 0) return new Map()
  const found = await sql<{ token_data_id: string; collection_id: string }>`
    select token_data_id, collection_id from chain.current_token_datas_v2
    where token_data_id = any(${[...new Set(tokens)]})`.execute(db)
  return new Map(found.rows.map((row) => [row.token_data_id, row.collection_id]))
}

function keyOf(row: { readonly version: bigint; readonly event_index: number }): string {
  return `${row.version}/${row.event_index}`
}
