import { sql } from 'kysely'
import type { DeadLetter } from '../projections/failures.ts'
import type { UnsettledOrderRow } from '../schema/orders.ts'
import type { UnwrittenTransactionRow } from '../schema/stream.ts'
import { type Reader, readRow, readRows } from './read-rows.ts'

/** Position up to which the chain has been written. */
export interface CheckpointRow {
  readonly chainId: number
  readonly nextVersion: bigint
  readonly lastTimestampMicros: bigint | null
}

/** Reads the main stream's checkpoint; null before the first write. */
export function readCheckpoint(reader: Reader): Promise<CheckpointRow | null> {
  return readRow(
    reader,
    sql<CheckpointRow>`
    select chain_id as "chainId", next_version as "nextVersion", last_timestamp_micros as "lastTimestampMicros"
    from chain.checkpoints where stream = 'main'`,
  )
}

/** A marketplace that waits for a mended decoder. */
export interface DecodeStop {
  readonly marketplace: string
  readonly version: bigint
  readonly message: string
}

/** Reads the marketplaces whose decoding stopped. */
export function readDecodeStops(reader: Reader): Promise<readonly DecodeStop[]> {
  return readRows(
    reader,
    sql<DecodeStop>`select marketplace, version, message from chain.decode_stops order by marketplace`,
  )
}

/** Reads the marketplaces that have resumed after a stop and still catch up on what they skipped. */
export async function readResuming(reader: Reader): Promise<readonly string[]> {
  const rows = await readRows(
    reader,
    sql<{ marketplace: string }>`select marketplace from chain.decode_resumes order by marketplace`,
  )
  return rows.map(({ marketplace }) => marketplace)
}

/** Counts the transactions that could not be written. */
export async function countUnwritten(reader: Reader): Promise<number> {
  const row = await readRow(
    reader,
    sql<{ count: number }>`select count(*)::integer as count from chain.unwritten_transactions`,
  )
  return row?.count ?? 0
}

/** Reads the transactions that could not be written, the newest first. */
export function readUnwritten(reader: Reader, limit: number): Promise<readonly UnwrittenTransactionRow[]> {
  return readRows(
    reader,
    sql<UnwrittenTransactionRow>`
      select version, sqlstate, message from chain.unwritten_transactions order by version desc limit ${limit}`,
  )
}

/** Reads the orders that could not be written as time changed them, by id. */
export function readUnsettled(reader: Reader, limit: number): Promise<readonly UnsettledOrderRow[]> {
  return readRows(
    reader,
    sql<UnsettledOrderRow>`
      select marketplace, book, order_id, sqlstate, message from market.unsettled_orders
      order by marketplace, book, order_id limit ${limit}`,
  )
}

/** Reads list items and rankings that failed by themselves, those of one kind together, by id. */
export function readDeadLetters(reader: Reader, limit: number): Promise<readonly DeadLetter[]> {
  return readRows(
    reader,
    sql<DeadLetter>`select work, subject, error from market.dead_letters order by work, subject limit ${limit}`,
  )
}

/** Documents and images that wait, or were given up; each counted up to a bound. */
export interface MediaCounts {
  readonly pendingDocuments: number
  readonly failedDocuments: number
  readonly pendingImages: number
  readonly failedImages: number
}

/** The documents and images of a collection that were given up. */
export interface MediaFailures {
  readonly collectionId: string
  readonly name: string | null
  /** Number of its tokens without their document. */
  readonly tokens: number
  /** Whether the collection is without its own. */
  readonly isOwnFailed: boolean
  readonly images: number
  /** Error of one of them. */
  readonly error: string | null
}

const MAX_COUNT = 100_000

/** Counts pending and failed media. It is cheap enough for every few seconds: each count ends at 100,000. */
export async function countMedia(reader: Reader): Promise<MediaCounts> {
  const count = (table: string, status: string) =>
    sql`(select count(*) from (select from ${sql.table(table)} where status = ${sql.lit(status)} limit ${sql.lit(MAX_COUNT)}) counted)::integer`
  const row = await readRow(
    reader,
    sql<MediaCounts>`select ${count('market.metadata', 'pending')} as "pendingDocuments",
      ${count('market.metadata', 'failed')} as "failedDocuments", ${count('market.images', 'pending')} as "pendingImages",
      ${count('market.images', 'failed')} as "failedImages"`,
  )
  return row ?? { pendingDocuments: 0, failedDocuments: 0, pendingImages: 0, failedImages: 0 }
}

/** Reads collections of which documents or images were given up, those with most first. */
export function readMediaFailures(reader: Reader, limit: number): Promise<readonly MediaFailures[]> {
  return readRows(
    reader,
    sql<MediaFailures>`
      with documents as (
        select uri, null as src, error from market.metadata where status = 'failed'
        union all
        select m.uri, i.src, i.error from market.images i join market.metadata m
          on hashtextextended(m.image, 0) = hashtextextended(i.src, 0) and m.image = i.src
        where i.status = 'failed'
      ), failed as (
        select t.collection_id, t.token_data_id, d.* from documents d join chain.current_token_datas_v2 t on t.token_uri = d.uri
        union all
        select c.collection_id, null, d.* from documents d join chain.current_collections_v2 c on c.uri = d.uri
      )
      select f.collection_id as "collectionId", max(c.collection_name) as name,
        count(f.token_data_id) filter (where src is null)::integer as tokens,
        bool_or(f.token_data_id is null and src is null) as "isOwnFailed",
        count(distinct src)::integer as images, max(f.error) as error
      from failed f left join chain.current_collections_v2 c on c.collection_id = f.collection_id
      group by f.collection_id order by count(*) desc, f.collection_id limit ${limit}`,
  )
}
