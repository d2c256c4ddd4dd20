import type { Json } from '@opal/domain/json'
import { rankByRarity, type TokenRarity, type TokenToRank } from '@opal/domain/tokens/rarity'
import { readTokenTraits } from '@opal/domain/tokens/token-traits'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { toStorableJson } from '../../driver/storable-text.ts'
import { announceTokens } from '../../ingest/stats/feed-writes.ts'
import { writeDeadLetter } from '../failures.ts'
import { countTraits } from './count-traits.ts'

/**
 * Larger collections are not ranked: the worker holds a whole one in memory, and each token's score names every kind of trait that
 * the collection has, so that both their number and that of the tokens together are bounded.
 */
const MAX_RANKED = { tokens: 50_000, kinds: 256, scores: 2_000_000, bytes: 64_000_000 } as const
/** A row has some 70 KB at most: the bounds of metadata and of property maps. */
const TOKENS_A_PAGE = 250
const BATCH_SIZE = 1_000
/** Any fixed number: one worker ranks at a time, whichever indexer it belongs to. */
const RARITY_LOCK = 7_238_402
/** Longest silence between the statements that write a ranking. */
const SILENCE_MS = 6_000
/** A collection whose ranking failed so often is left unranked until an operator asks for it again. */
const MAX_ATTEMPTS = 2

/**
 * Reads the collection that has waited longest to be ranked; null when none waits.
 * @param resting collections that are passed over.
 */
export async function readNextRanking(db: Database, resting: readonly string[] = []): Promise<string | null> {
  const { rows } = await sql<{ collection_id: string }>`
    select collection_id from market.rarity_queue where collection_id <> all(${[...resting]}::text[])
    order by id limit 1`.execute(db)
  return rows[0]?.collection_id ?? null
}

/**
 * Ranks the collection that has waited longest. What is queued while it is ranked stays queued.
 * @returns its id; null when none waits, or another worker is at it.
 */
export async function refreshNextRarity(db: Database): Promise<string | null> {
  const collectionId = await readNextRanking(db)
  return collectionId !== null && (await rankCollection(db, collectionId)) ? collectionId : null
}

/**
 * Ranks a queued collection and takes it off the queue; one that was given up is left unranked. What is queued during the ranking stays queued.
 * @returns false when another worker is ranking.
 */
export async function rankCollection(db: Database, collectionId: string): Promise<boolean> {
  return inTurn(db, collectionId, async (transaction) => {
    const tokens = (await isGivenUp(transaction, collectionId)) ? null : await readTraits(transaction, collectionId)
    const ranked = rankByRarity(tokens ?? [])
    const counts = tokens === null ? null : countTraits(tokens.map(({ traits }) => traits))
    // The slow part is done. What follows locks the feed, so a process that froze from here on would hold up the indexer.
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(SILENCE_MS)}`.execute(transaction)
    await replace(transaction, collectionId, ranked)
    await countRanking(transaction, collectionId, counts)
    if (tokens !== null) await deleteFailures(transaction, collectionId)
    await announceTokens(transaction, collectionId)
  })
}

/** Records that a ranking failed. The second time the collection is taken off the queue, unranked. */
export async function failRanking(db: Database, collectionId: string, reason: string): Promise<void> {
  const attempts = await writeDeadLetter(db, { work: 'ranking', subject: collectionId, error: reason })
  if (attempts >= MAX_ATTEMPTS) await rankCollection(db, collectionId)
}

async function inTurn(
  db: Database,
  collectionId: string,
  work: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const lock = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${RARITY_LOCK}) as ours`.execute(
      transaction,
    )
    if (lock.rows[0]?.ours !== true) return false
    const { rows } = await sql<{ id: bigint }>`
      select id from market.rarity_queue where collection_id = ${collectionId}`.execute(transaction)
    await work(transaction)
    const ids = rows.map((row) => row.id)
    await sql`delete from market.rarity_queue where id = any(${ids}::bigint[])`.execute(transaction)
    return true
  })
}

async function isGivenUp(db: DatabaseTransaction, collectionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from market.dead_letters
    where work = 'ranking' and subject = ${collectionId} and attempts >= ${MAX_ATTEMPTS}`.execute(db)
  return rows.length > 0
}

async function deleteFailures(db: DatabaseTransaction, collectionId: string): Promise<void> {
  await sql`delete from market.dead_letters where work = 'ranking' and subject = ${collectionId}`.execute(db)
}

/** Publishes that the collection's traits may have changed, and how often each occurs. */
async function countRanking(db: DatabaseTransaction, collectionId: string, counts: string | null): Promise<void> {
  await sql`insert into market.trait_versions as known (collection_id, rankings, counts)
    values (${collectionId}, 1, ${counts}::jsonb)
    on conflict (collection_id) do update set rankings = known.rankings + 1, counts = excluded.counts`.execute(db)
}

/** Reads in pages. Null for a collection that is too large, of which no more is read than it takes to know. */
async function readTraits(db: DatabaseTransaction, collectionId: string): Promise<readonly TokenToRank[] | null> {
  const tokens: TokenToRank[] = []
  const kinds = new Set<string>()
  let bytes = 0
  for (let afterId = ''; ; ) {
    const page = await readPage(db, collectionId, afterId)
    for (const token of page) {
      tokens.push(token)
      for (const { trait_type: kind, value } of token.traits) {
        kinds.add(kind)
        bytes += Buffer.byteLength(kind) + Buffer.byteLength(value)
      }
    }
    const isTooLarge =
      tokens.length > MAX_RANKED.tokens ||
      kinds.size > MAX_RANKED.kinds ||
      tokens.length * kinds.size > MAX_RANKED.scores ||
      bytes > MAX_RANKED.bytes
    if (isTooLarge) return null
    if (page.length < TOKENS_A_PAGE) return tokens
    afterId = page.at(-1)?.tokenDataId ?? afterId
  }
}

async function readPage(db: DatabaseTransaction, collectionId: string, afterId: string): Promise<TokenToRank[]> {
  const { rows } = await sql<{ token_data_id: string; attributes: unknown; token_properties: unknown }>`
    select t.token_data_id, m.attributes, t.token_properties
    from chain.current_token_datas_v2 t left join market.metadata m on m.uri = t.token_uri
    where t.collection_id = ${collectionId} and t.is_deleted_v2 is not true and t.token_data_id > ${afterId}
    order by t.token_data_id limit ${TOKENS_A_PAGE}`.execute(db)
  return rows.map((row) => ({
    tokenDataId: row.token_data_id,
    traits: readTokenTraits(row.attributes, row.token_properties),
  }))
}

async function replace(db: DatabaseTransaction, collectionId: string, ranked: readonly TokenRarity[]): Promise<void> {
  await sql`
    delete from market.token_rarity
    where collection_id = ${collectionId}
      and not token_data_id = any(${ranked.map((each) => each.tokenDataId)}::text[])`.execute(db)
  for (let from = 0; from < ranked.length; from += BATCH_SIZE)
    await write(db, collectionId, ranked.slice(from, from + BATCH_SIZE))
}

async function write(db: DatabaseTransaction, collectionId: string, ranked: readonly TokenRarity[]): Promise<void> {
  await sql`
    insert into market.token_rarity as stored (token_data_id, collection_id, rank, score, breakdown)
    select token_data_id, ${collectionId}, rank, score, breakdown
    from unnest(${ranked.map((each) => each.tokenDataId)}::text[], ${ranked.map((each) => each.rank)}::integer[],
      ${ranked.map((each) => each.score)}::double precision[],
      ${ranked.map((each) => toStorableJson(each.breakdown as unknown as Json))}::jsonb[])
      as new (token_data_id, rank, score, breakdown)
    on conflict (token_data_id) do update set
      collection_id = excluded.collection_id, rank = excluded.rank, score = excluded.score, breakdown = excluded.breakdown
    where (stored.collection_id, stored.rank, stored.score, stored.breakdown)
      is distinct from (excluded.collection_id, excluded.rank, excluded.score, excluded.breakdown)`.execute(db)
}

/**
 * Queues the collections that have a token at one of these metadata addresses for ranking. Those of an address that many tokens have are queued with
 * the tokens' list items: any host can have its document be another each time that it is fetched.
 * @source `queueNextSweep` of packages/store/src/projections/token-list-items/queue-sweeps.ts
 */
export async function markRarityStaleByUri(db: DatabaseTransaction, uris: readonly string[]): Promise<void> {
  if (uris.length === 0) return
  await sql`
    with few as materialized (
      select uri from unnest(${[...uris]}::text[]) as changed (uri) where not market.has_many_tokens('document', uri)
    )
    insert into market.rarity_queue (collection_id)
    select distinct t.collection_id from few join chain.current_token_datas_v2 t on t.token_uri = few.uri`.execute(db)
}
