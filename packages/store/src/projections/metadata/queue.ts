import { fitsBytes } from '@opal/domain/text/text-bytes'
import type { TokenDataChange } from '@opal/domain/tokens/token-change'
import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { toStorableJson, toStorableText } from '../../driver/storable-text.ts'
import type { IndexedTransaction } from '../../ingest/batch.ts'
import { definePhase } from '../../ingest/define-phase.ts'
import { decodePhase } from '../../ingest/tokens/known-tokens.ts'
import { leaveCollections, onlyCollection } from './naming-collection.ts'

/** Longer addresses are not fetched; on chain they are at most 512 bytes. The table has the same bound (migrations/0002_market.sql). */
const MAX_URI_BYTES = 2_048

const QUEUE = { table: 'market.metadata', address: 'uri' } as const

/** Returns whether a document can be asked for at the address. */
function isFetchable(uri: string): boolean {
  return uri !== '' && fitsBytes(uri, MAX_URI_BYTES)
}

/**
 * Queues the metadata of new collection addresses, and again that of tokens which a mutation event names, if it was fetched
 * before the event: a document may change at its address. Others stay as they are.
 */
export const metadataPhase = definePhase({
  name: 'metadata',
  needs: { decoded: decodePhase },
  reads: ['market.metadata'],
  writes: ['market.metadata'],
  compute: ({ decoded }) => metadataToQueue(decoded.transactions),
  write: (db, found) => [queueMetadata(db, found)],
})

/** Addresses to be fetched because of a batch. */
interface MetadataToQueue {
  /** Addresses of collections, and a collection of each. */
  readonly collectionUris: ReadonlyMap<string, string>
  /** Addresses of mutated tokens, and when (chain time, microseconds) they were last. */
  readonly mutatedUris: ReadonlyMap<string, bigint>
}

/** Returns the addresses whose documents the transactions make known or change. */
export function metadataToQueue(transactions: readonly IndexedTransaction[]): MetadataToQueue {
  return { collectionUris: collectionUris(transactions), mutatedUris: mutatedUris(transactions) }
}

/** Queues what {@link metadataToQueue} found. */
export async function queueMetadata(db: Executor, found: MetadataToQueue): Promise<void> {
  await Promise.all([queueNew(db, found.collectionUris), queueAgain(db, found.mutatedUris)])
}

/**
 * Queues the documents of new collections as the newest of all that a batch queues: thousands of tokens may come with a collection, whose image is
 * on every page that lists it.
 */
async function queueNew(db: Executor, collections: ReadonlyMap<string, string>): Promise<void> {
  if (collections.size === 0) return
  const named = sql`unnest(${[...collections.keys()]}::text[], ${[...collections.values()]}::text[])`
  await sql`
    with shared as (
      ${leaveCollections(QUEUE, sql`(select * from ${named} as new (address, collection_id))`)}
    )
    insert into market.metadata (uri, status, collection_id, next_attempt_at)
    select uri, 'pending', collection_id, clock_timestamp()
    from ${named} as new (uri, collection_id)
    on conflict (uri) do nothing`.execute(db)
}

async function queueAgain(db: Executor, mutated: ReadonlyMap<string, bigint>): Promise<void> {
  if (mutated.size === 0) return
  await sql`
    update market.metadata m set status = 'pending', attempts = 0, next_attempt_at = now()
    from unnest(${[...mutated.keys()]}::text[], ${[...mutated.values()]}::bigint[]) as changed (uri, at_micros)
    where m.uri = changed.uri and m.status <> 'pending'
      and coalesce(m.fetched_at < to_timestamp(changed.at_micros / 1e6), true)`.execute(db)
}

function collectionUris(transactions: readonly IndexedTransaction[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { uri, collectionId } of transactions.flatMap(({ tokens }) => tokens.collections)) {
    const storable = toStorableText(uri)
    if (isFetchable(storable) && !found.has(storable)) found.set(storable, collectionId)
  }
  return found
}

function mutatedUris(transactions: readonly IndexedTransaction[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>()
  for (const { transaction, tokens } of transactions) {
    const mutated = new Set(tokens.activities.filter(({ type }) => /Mutat/.test(type)).map((each) => each.tokenDataId))
    for (const { tokenDataId, tokenUri } of tokens.tokenDatas)
      if (mutated.has(tokenDataId)) found.set(toStorableText(tokenUri), transaction.timestampMicros)
  }
  return found
}

/**
 * Queues the metadata of tokens that were minted, burned, renamed or changed to be fetched, and their collections to be ranked.
 * Trades rewrite tokens unchanged: those are skipped. A token stays in the collection that described it first. To be sent before the tokens are written, as it compares with the stored ones.
 */
export async function queueDescribed(db: Executor, datas: readonly TokenDataChange[]): Promise<void> {
  if (datas.length === 0) return
  const uris = datas.map((data) => toStorableText(data.tokenUri))
  await sql`
    with described as materialized (
      select written.token_uri, written.is_fetchable, coalesce(stored.collection_id,
        first_value(written.collection_id) over (partition by token_data_id order by n)) as collection_id
      from unnest(${datas.map((data) => data.tokenDataId)}::text[], ${datas.map((data) => data.collectionId)}::text[],
        ${uris}::text[], ${uris.map(isFetchable)}::boolean[], ${datas.map((data) => data.isDeletedV2)}::boolean[],
        ${datas.map((data) => toStorableJson(data.tokenProperties))}::jsonb[],
        ${datas.map((data) => toStorableText(data.tokenName))}::text[]) with ordinality
        as written (token_data_id, collection_id, token_uri, is_fetchable, is_deleted_v2, token_properties, token_name, n)
      left join chain.current_token_datas_v2 stored using (token_data_id)
      where (written.token_uri, written.is_deleted_v2, written.token_properties, written.token_name)
        is distinct from (stored.token_uri, stored.is_deleted_v2, stored.token_properties, stored.token_name)
    ), ranked as (
      insert into market.rarity_queue (collection_id) select distinct collection_id from described
    ), shared as (
      ${leaveCollections(QUEUE, sql`(select token_uri as address, collection_id from described)`)}
    )
    insert into market.metadata (uri, status, collection_id)
    select token_uri, 'pending', ${onlyCollection()} from described where is_fetchable group by token_uri
    on conflict (uri) do nothing`.execute(db)
}
