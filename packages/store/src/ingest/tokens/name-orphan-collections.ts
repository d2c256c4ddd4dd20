import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'

/**
 * Adds a row for every collection of which only tokens were seen, named as in marketplace events, else by its
 * address. For histories with gaps, such as recorded transactions: version 0 lets any write of the collection
 * itself win. Its supply is that of a collection whose tokens the chain does not count: they are counted here, as they come and go.
 * @returns how many were added.
 */
export async function nameOrphanCollections(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into chain.current_collections_v2
      (collection_id, creator_address, collection_name, description, uri, current_supply, token_standard,
       last_transaction_version, last_transaction_timestamp)
    select token.collection_id,
      coalesce(max(named.creator_address), token.collection_id),
      coalesce(max(named.collection_name), left(token.collection_id, 6) || '…' || right(token.collection_id, 4)),
      '', '', 0, max(token.token_standard), 0, 'epoch'::timestamp
    from chain.current_token_datas_v2 token
    left join market.nft_marketplace_activities named on named.collection_id = token.collection_id
    group by token.collection_id
    on conflict (collection_id) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
