import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'

/** Queues the collections that have a token at one of these metadata addresses for ranking. */
export async function markRarityStaleByUri(db: DatabaseTransaction, uris: readonly string[]): Promise<void> {
  if (uris.length === 0) return
  await sql`
    insert into market.rarity_queue (collection_id)
    select distinct collection_id from chain.current_token_datas_v2 where token_uri = any(${[...uris]}::text[])`.execute(
    db,
  )
}
