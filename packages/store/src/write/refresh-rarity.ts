import type { Json } from '@opal/domain/json'
import { rankByRarity, type TokenRarity } from '@opal/domain/rarity'
import { readTokenTraits } from '@opal/domain/token-traits'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../connect.ts'
import { countTraits } from './count-traits.ts'
import { toStorableJson } from './storable.ts'

/** Larger collections are not ranked: the worker holds a whole one in memory. */
const MAX_RANKED_SUPPLY = 50_000
/** Any fixed number: one worker ranks at a time, whichever indexer it belongs to. */
const RARITY_LOCK = 7_238_402

/**
 * Ranks the collection that has waited longest. What is queued while it is ranked stays queued.
 * @returns its id; null when none waits, or another worker is at it.
 */
export async function refreshNextRarity(db: Database): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    const lock = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${RARITY_LOCK}) as ours`.execute(
      transaction,
    )
    if (lock.rows[0]?.ours !== true) return null
    const { rows } = await sql<{ id: bigint; collection_id: string }>`
      select id, collection_id from market.rarity_queue
      where collection_id = (select collection_id from market.rarity_queue order by id limit 1)`.execute(transaction)
    const collectionId = rows[0]?.collection_id
    if (collectionId === undefined) return null
    const tokens = await readTraits(transaction, collectionId)
    await replace(transaction, collectionId, rankByRarity(tokens ?? []))
    await countRanking(
      transaction,
      collectionId,
      tokens === null ? null : countTraits(tokens.map(({ traits }) => traits)),
    )
    await sql`delete from market.rarity_queue where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
      transaction,
    )
    return collectionId
  })
}

/** Says to those who keep the collection's traits that they may have changed, and how often each occurs. */
async function countRanking(db: DatabaseTransaction, collectionId: string, counts: string | null): Promise<void> {
  await sql`insert into market.trait_marks as known (collection_id, rankings, counts)
    values (${collectionId}, 1, ${counts}::jsonb)
    on conflict (collection_id) do update set rankings = known.rankings + 1, counts = excluded.counts`.execute(db)
}

/** Null for a collection that is too large. */
async function readTraits(db: DatabaseTransaction, collectionId: string) {
  const { rows } = await sql<{ token_data_id: string; attributes: unknown; token_properties: unknown }>`
    select t.token_data_id, m.attributes, t.token_properties
    from chain.current_token_datas_v2 t left join market.metadata m on m.uri = t.token_uri
    where t.collection_id = ${collectionId} and t.is_deleted_v2 is not true
    limit ${MAX_RANKED_SUPPLY + 1}`.execute(db)
  if (rows.length > MAX_RANKED_SUPPLY) return null
  return rows.map((row) => ({
    tokenDataId: row.token_data_id,
    traits: readTokenTraits(row.attributes, row.token_properties),
  }))
}

async function replace(db: DatabaseTransaction, collectionId: string, ranked: readonly TokenRarity[]): Promise<void> {
  const ids = ranked.map((each) => each.tokenDataId)
  await sql`
    delete from market.token_rarity
    where collection_id = ${collectionId} and not token_data_id = any(${ids}::text[])`.execute(db)
  await sql`
    insert into market.token_rarity as stored (token_data_id, collection_id, rank, score, breakdown)
    select token_data_id, ${collectionId}, rank, score, breakdown
    from unnest(${ids}::text[], ${ranked.map((each) => each.rank)}::integer[],
      ${ranked.map((each) => each.score)}::double precision[],
      ${ranked.map((each) => toStorableJson(each.breakdown as unknown as Json))}::jsonb[])
      as new (token_data_id, rank, score, breakdown)
    on conflict (token_data_id) do update set
      collection_id = excluded.collection_id, rank = excluded.rank, score = excluded.score, breakdown = excluded.breakdown
    where (stored.collection_id, stored.rank, stored.score, stored.breakdown)
      is distinct from (excluded.collection_id, excluded.rank, excluded.score, excluded.breakdown)`.execute(db)
}
