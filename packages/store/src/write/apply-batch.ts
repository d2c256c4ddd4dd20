import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../connect.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import type { IndexedBatch, IndexedTransaction } from './batch.ts'
import { writeDecodeStops } from './decode-stops.ts'
import { enqueueMetadata } from './enqueue-metadata.ts'
import type { ChangedSince } from './history/span-changes.ts'
import { markRarityStale } from './mark-rarity-stale.ts'
import { pipelined } from './pipelined.ts'
import { rebuildOrders } from './rebuild-orders.ts'
import { refreshBuyingPoints } from './refresh-buying-points.ts'
import { refreshHourlyPoints } from './refresh-hourly-points.ts'
import { refreshHours } from './refresh-hours.ts'
import { refreshLots } from './refresh-lots.ts'
import { refreshOwnerSpans } from './refresh-owner-spans.ts'
import { refreshStats } from './refresh-stats.ts'
import { refreshValidity } from './refresh-validity.ts'
import { advanceClock } from './settle-time.ts'
import { writeFundings } from './state/write-fundings.ts'
import { writeState } from './state/write-state.ts'
import { writeActivities } from './write-activities.ts'
import { writeChangeFeed } from './write-change-feed.ts'
import { readCheckpoint, writeCheckpoint } from './write-checkpoint.ts'
import { writeMintCosts } from './write-mint-costs.ts'
import { writeOfficial } from './write-official.ts'
import { writeOrderEvents } from './write-order-events.ts'
import { writeOwnershipEvents } from './write-ownership-events.ts'
import { writeRaw } from './write-raw.ts'
import { writeSales } from './write-sales.ts'
import { writeTokenState } from './write-token-state.ts'

/**
 * Writes a batch: raw rows, token state, the official tables, the book and its figures, the change feed and the
 * checkpoint, all or nothing. The rows that remain depend on the set of transactions written so far, not on how they
 * were cut into batches, repeated or ordered (the change feed excepted).
 * @throws WrongChainError when the stream was begun on another chain.
 */
export async function applyBatch(db: Database, batch: IndexedBatch): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const wanted = batch.transactions.map((indexed) => indexed.transaction)
    await pipelined(transaction, (at) => Promise.all([writeRaw(at, wanted), writeState(at, batch.state ?? [])]))
    await writeFundings(transaction, batch.state ?? [])
    await derive(transaction, batch, true)
    await writeCheckpoint(transaction, batch.position)
  })
}

/**
 * Everything that can be made again from the raw rows.
 * @param announce false leaves the live channel alone, when old rows are made again.
 */
export async function derive(db: DatabaseTransaction, batch: IndexedBatch, announce: boolean): Promise<void> {
  const transactions = batch.transactions.toSorted((a, b) => (a.transaction.version < b.transaction.version ? -1 : 1))
  const nowMicros = await settledTime(db, batch)
  await pipelined(db, (at) =>
    Promise.all([
      writeTokenState(at, transactions),
      writeOwnershipEvents(at, transactions),
      writeMintCosts(at, transactions),
      writeOfficial(at, transactions),
      enqueueMetadata(at, transactions),
      markRarityStale(at, transactions),
    ]),
  )
  const orders = await writeOrderEvents(db, transactions)
  const { events, changed } = await rebuildOrders(db, orders)
  await refreshBuyingPoints(db, await writeSales(db, events))
  const tokens = touchedTokens(transactions, events)
  const expired = await refreshValidity(db, tokens, orders, nowMicros)
  const activities = await writeActivities(db, transactions, events)
  const owners = await refreshOwnerSpans(db, await refreshLots(db, transactions, events))
  const hours = await refreshHours(db, [...changed, ...owners, ...soldSince(newEvents(events, batch))])
  await refreshHourlyPoints(db, hours)
  const collections = await touchedCollections(db, transactions, events, tokens)
  const figures = await refreshStats(db, [...new Set([...collections, ...expired])])
  await writeDecodeStops(db, batch.stops)
  if (announce) await writeChangeFeed(db, activities, figures, nowMicros)
}

/** The latest moment known: expiry looks at it, so that a late batch does not wake an expired offer. */
async function settledTime(db: DatabaseTransaction, { position }: IndexedBatch): Promise<bigint> {
  const checkpoint = await readCheckpoint(db, position.stream)
  const stored = checkpoint?.last_timestamp_micros ?? 0n
  const given = position.lastTimestampMicros ?? 0n
  return advanceClock(db, given > stored ? given : stored)
}

function touchedTokens(batch: readonly IndexedTransaction[], events: readonly OrderEventRow[]): readonly string[] {
  const tokens = new Set<string>()
  for (const { tokens: changes } of batch) {
    for (const change of changes.ownerships) tokens.add(change.tokenDataId)
    for (const change of changes.tokenDatas) tokens.add(change.tokenDataId)
  }
  for (const event of events)
    if (event.book === 'listing' && event.token_data_id !== null) tokens.add(event.token_data_id)
  return [...tokens]
}

/** Hours are only recomputed for events of this batch, or of orders whose collection has just become known. */
function newEvents(events: readonly OrderEventRow[], { transactions }: IndexedBatch): readonly OrderEventRow[] {
  const versions = new Set(transactions.map((indexed) => indexed.transaction.version))
  const described = new Set<string>(
    transactions.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.tokenDataId)),
  )
  return events.filter(
    (event) => versions.has(event.version) || (event.token_data_id !== null && described.has(event.token_data_id)),
  )
}

function soldSince(events: readonly OrderEventRow[]): readonly ChangedSince[] {
  return events.flatMap(({ action, collection_id, at_micros }) =>
    action !== 'filled' || collection_id === null ? [] : [{ collection_id, micros: at_micros }],
  )
}

async function touchedCollections(
  db: DatabaseTransaction,
  batch: readonly IndexedTransaction[],
  events: readonly OrderEventRow[],
  tokens: readonly string[],
): Promise<readonly string[]> {
  const collections = new Set<string>()
  for (const { tokens: changes } of batch)
    for (const change of changes.collections) collections.add(change.collectionId)
  for (const event of events) if (event.collection_id !== null) collections.add(event.collection_id)
  const { rows } = await sql<{ collection_id: string }>`
    select distinct collection_id from chain.current_token_datas_v2 where token_data_id = any(${tokens})`.execute(db)
  for (const row of rows) collections.add(row.collection_id)
  return [...collections]
}
