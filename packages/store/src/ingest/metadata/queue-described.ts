import type { TokenDataChange } from '@opal/domain/tokens/token-change'
import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { toStorableJson, toStorableText } from '../../rows/storable.ts'
import { isFetchable } from './queue-metadata.ts'

/**
 * Queues the metadata of tokens that were minted, burned, renamed or changed to be fetched, and their collections to be ranked.
 * Trades rewrite tokens unchanged: those are skipped. To be sent before the tokens are written, as it compares with the stored ones.
 */
export async function queueDescribed(db: Statements, datas: readonly TokenDataChange[]): Promise<void> {
  if (datas.length === 0) return
  const uris = datas.map((data) => toStorableText(data.tokenUri))
  await sql`
    with described as materialized (
      select written.collection_id, written.token_uri, written.is_fetchable
      from unnest(${datas.map((data) => data.tokenDataId)}::text[], ${datas.map((data) => data.collectionId)}::text[],
        ${uris}::text[], ${uris.map(isFetchable)}::boolean[], ${datas.map((data) => data.isDeletedV2)}::boolean[],
        ${datas.map((data) => toStorableJson(data.tokenProperties))}::jsonb[],
        ${datas.map((data) => toStorableText(data.tokenName))}::text[])
        as written (token_data_id, collection_id, token_uri, is_fetchable, is_deleted_v2, token_properties, token_name)
      left join chain.current_token_datas_v2 stored using (token_data_id)
      where (written.collection_id, written.token_uri, written.is_deleted_v2, written.token_properties, written.token_name)
        is distinct from (stored.collection_id, stored.token_uri, stored.is_deleted_v2, stored.token_properties, stored.token_name)
    ), ranked as (
      insert into market.rarity_queue (collection_id) select distinct collection_id from described
    )
    insert into market.metadata (uri, status) select distinct token_uri, 'pending' from described where is_fetchable
    on conflict (uri) do nothing`.execute(db)
}
