import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'

/**
 * Recomputes who holds the given tokens: the owner on chain, or the seller while an open listing holds the token
 * (as the owning object for v2, inside a container for v1).
 */
export async function refreshHolders(db: DatabaseTransaction, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await sql`delete from market.token_holders where token_data_id = any(${tokens})`.execute(db)
  await sql`
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
    select held.token_data_id, held.property_version, held.holder, t.collection_id, sum(held.amount)
    from (
      select o.token_data_id, o.property_version_v1 as property_version,
        coalesce(l.seller, o.owner_address) as holder, o.amount
      from chain.current_token_ownerships_v2 o
      left join market.listings l
        on l.token_data_id = o.token_data_id and l.listing_id = o.owner_address and l.state = 'open'
      where o.token_data_id = any(${tokens}) and o.amount > 0
      union all
      select token_data_id, property_version, seller, 1
      from market.listings
      where token_data_id = any(${tokens}) and token_standard = 'v1' and state = 'open'
    ) held
    left join chain.current_token_datas_v2 t using (token_data_id)
    group by held.token_data_id, held.property_version, held.holder, t.collection_id`.execute(db)
}
