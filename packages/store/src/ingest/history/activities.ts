import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, writeReplacement } from '../../driver/replace-rows.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type ActivityRow, activities } from '../../schema/history.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { compareEvents, type EventKey, eventKeyOf } from '../orders/fold-order.ts'
import { orderHistoriesPhase } from '../orders/order-histories.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { type ActivityDraft, toOrderActivities, toTokenActivities } from './activity-drafts.ts'
import { salesPhase } from './sales.ts'

/**
 * Derives the activities of the batch's transactions and of the orders that are folded again; a sale with several events is one.
 * @returns those that are new.
 */
export const activitiesPhase = definePhase({
  name: 'activities',
  needs: { decoded: decodePhase, histories: orderHistoriesPhase, sales: salesPhase },
  reads: ['market.activities', 'chain.current_token_datas_v2', 'chain.transactions'],
  writes: ['market.activities'],
  read: async (db, { batch: { isWhole }, decoded: { transactions }, histories: { histories } }) => {
    const drafts = [...transactions.flatMap(toTokenActivities), ...histories.flatMap(toOrderActivities)]
    const [collections, stored] = await Promise.all([
      readCollections(db, drafts),
      isWhole ? [] : readStored(db, drafts),
    ])
    const hashes = await hashesOf(db, transactions, drafts, stored)
    return { drafts, collections, stored, hashes }
  },
  compute: ({ sales: { repeated } }, { drafts, collections, stored, hashes }) => {
    const isRepeated = among(repeated)
    const rows = drafts
      .filter((draft) => !isRepeated(draft))
      .map((draft) => ({
        ...draft,
        collection_id: draft.collection_id ?? collections.get(draft.token_data_id ?? '') ?? null,
        transaction_hash: hashes.get(draft.version) ?? null,
      }))
    const { written, before } = compareRows(activities, stored, rows)
    const isChanged = among(before)
    return {
      added: written.filter((row) => !isChanged(row)),
      // Includes sales of which another event has become the first.
      changed: { written: written.filter(isChanged), deleted: stored.filter(isRepeated), before },
      newRows: unstored(rows, stored),
    }
  },
  write: (db, { added, changed }) => [
    writeRows(db, activities, added, 'add'),
    writeReplacement(db, activities, changed),
  ],
})

/** Returns the rows that are not stored yet, in chain order. */
function unstored(rows: readonly ActivityRow[], stored: readonly ActivityRow[]): readonly ActivityRow[] {
  const isStored = among(stored)
  return rows.filter((row) => !isStored(row)).sort(compareEvents)
}

async function readStored(db: Executor, rows: readonly ActivityDraft[]): Promise<readonly ActivityRow[]> {
  if (rows.length === 0) return []
  const versions = [...new Set(rows.map((row) => row.version))]
  const found = await sql<ActivityRow>`
    select * from market.activities where version = any(${versions}::bigint[])`.execute(db)
  return found.rows
}

function among(events: readonly EventKey[]): (event: EventKey) => boolean {
  const keys = new Set(events.map(eventKeyOf))
  return (event) => keys.has(eventKeyOf(event))
}

/** Returns hashes by version, from the batch and the stored rows; looks up the rest. */
async function hashesOf(
  db: Executor,
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
async function readCollections(db: Executor, rows: readonly ActivityDraft[]): Promise<ReadonlyMap<string, string>> {
  const tokens = rows.filter((row) => row.collection_id === null).flatMap((row) => row.token_data_id ?? [])
  if (tokens.length === 0) return new Map()
  const found = await sql<{ token_data_id: string; collection_id: string }>`
    select token_data_id, collection_id from chain.current_token_datas_v2
    where token_data_id = any(${[...new Set(tokens)]})`.execute(db)
  return new Map(found.rows.map((row) => [row.token_data_id, row.collection_id]))
}
