import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import type { OrderKey } from './read-order-events.ts'

/**
 * Settles whether open orders count: listings of the given tokens, the given offers, and every offer whose time is over
 * at the given chain time.
 * @returns collections whose depth changed by expiry alone.
 */
export async function refreshValidity(
  at: Statements,
  tokens: readonly string[],
  orders: readonly OrderKey[],
  nowMicros: bigint,
): Promise<readonly string[]> {
  const [, expired] = await Promise.all([
    closeOffersOfClosedVenues(at, orders),
    expireOffers(at, nowMicros / 1_000_000n),
    refreshListings(at, tokens),
  ])
  return expired
}

/**
 * A v2 token that neither the seller nor the listing object owns cannot be delivered. v1 listings hold the token inside.
 * Asked token by token, so that no plan walks along all that is listed.
 */
async function refreshListings(at: Statements, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await sql`
    update market.listings l set validity = settled.validity
    from (
      select open.marketplace, open.listing_id, case
        when open.token_standard = 'v2' and owners.known and not owners.holds then 'seller-lost-token'
        when coalesce(v.status, 'active') <> 'active' then 'venue-closed'
        else 'valid' end as validity
      from unnest(${tokens}::text[]) as asked (token)
      cross join lateral (
        select * from market.listings where token_data_id = asked.token and state = 'open' offset 0
      ) open
      left join market.venues v using (marketplace)
      cross join lateral (
        select count(*) > 0 as known,
          coalesce(bool_or(o.amount > 0 and o.owner_address in (open.seller, open.listing_id)), false) as holds
        from chain.current_token_ownerships_v2 o where o.token_data_id = open.token_data_id
      ) owners
    ) settled
    where l.marketplace = settled.marketplace and l.listing_id = settled.listing_id
      and l.validity <> settled.validity`.execute(at)
}

async function closeOffersOfClosedVenues(at: Statements, orders: readonly OrderKey[]): Promise<void> {
  const ids = orders.filter((order) => order.book !== 'listing').map((order) => order.order_id)
  if (ids.length === 0) return
  await Promise.all(
    (['market.token_offers', 'market.collection_offers'] as const).map((table) =>
      sql`
      update ${sql.table(table)} o set validity = 'venue-closed' from market.venues v
      where v.marketplace = o.marketplace and v.status <> 'active'
        and o.state = 'open' and o.offer_id = any(${ids})`.execute(at),
    ),
  )
}

/**
 * Ends the validity of offers that have run out.
 * @returns their collections.
 */
export async function expireOffers(at: Statements, nowSeconds: bigint): Promise<readonly string[]> {
  const { rows } = await sql<{ collection_id: string }>`
    with token_offers as (
      update market.token_offers set validity = 'expired'
      where validity = 'valid' and expires_at_seconds <= ${nowSeconds} returning collection_id, token_data_id
    ), cards as (
      insert into market.card_queue (token_data_id, collection_id) select token_data_id, collection_id from token_offers
    ), collection_offers as (
      update market.collection_offers set validity = 'expired'
      where validity = 'valid' and expires_at_seconds <= ${nowSeconds} returning collection_id
    )
    select collection_id from token_offers where collection_id is not null
    union select collection_id from collection_offers where collection_id is not null`.execute(at)
  return rows.map((row) => row.collection_id)
}
