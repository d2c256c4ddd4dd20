import type { Json } from '@opal/domain/json'
import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'

/** Writes a token that has only what its rarity is made of; its metadata would be at `ipfs://<id>`. */
export async function insertToken(
  store: Pick<Store, 'db'>,
  token: { readonly id: string; readonly collectionId: string; readonly properties: Json },
): Promise<void> {
  await sql`
    insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri,
      token_properties, token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
    values (${token.id}, ${token.collectionId}, ${token.id}, '', ${`ipfs://${token.id}`},
      ${JSON.stringify(token.properties)}::jsonb, 'v2', false, 1, '2026-01-01')`.execute(store.db)
}

/** Queues a collection for ranking, as a batch that touches it would. */
export async function enqueueForTest(store: Pick<Store, 'db'>, collectionId: string): Promise<void> {
  await sql`insert into market.rarity_queue (collection_id) values (${collectionId})`.execute(store.db)
}
