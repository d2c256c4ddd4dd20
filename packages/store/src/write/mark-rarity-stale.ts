import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import type { IndexedTransaction } from './batch.ts'
import type { Statements } from './pipelined.ts'

/** Queues the collections whose tokens were minted, burned or changed for ranking. */
export async function markRarityStale(at: Statements, batch: readonly IndexedTransaction[]): Promise<void> {
  const collections = new Set(batch.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.collectionId)))
  if (collections.size === 0) return
  await sql`
    insert into market.rarity_queue (collection_id) select unnest(${[...collections]}::text[])`.execute(at)
}

/** Queues the collections that have a token at one of these metadata addresses. */
export async function markRarityStaleByUri(db: DatabaseTransaction, uris: readonly string[]): Promise<void> {
  if (uris.length === 0) return
  await sql`
    insert into market.rarity_queue (collection_id)
    select distinct collection_id from chain.current_token_datas_v2 where token_uri = any(${[...uris]}::text[])`.execute(
    db,
  )
}
