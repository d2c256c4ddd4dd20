import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { definePhase } from '../define-phase.ts'
import { orderHistoriesPhase } from './order-histories.ts'
import type { OrderKey } from './touched-orders.ts'

/** Updates the validity of the batch's listings: the token has to be deliverable, the marketplace open, and the terms such that anyone can buy. */
export const listingValidityPhase = definePhase({
  name: 'listing-validity',
  needs: { histories: orderHistoriesPhase },
  reads: ['market.clock', 'market.listings', 'market.marketplaces', 'chain.current_token_ownerships_v2'],
  writes: ['market.listings'],
  compute: ({ histories: { orders } }) => orders.filter(({ book }) => book === 'listing'),
  write: (db, orders) => [refreshListings(db, orders)],
})

/**
 * Updates the validity of the open ones of some listings, and whether they depend on their sellers. A v2 token cannot be delivered unless the
 * listing object holds it, or the seller where the object never did; nor can a frozen one. v1 listings hold the token inside. One that is
 * reserved for a buyer is not for the public.
 */
async function refreshListings(db: Executor, orders: readonly OrderKey[]): Promise<void> {
  if (orders.length === 0) return
  await refresh(
    db,
    sql`unnest(${orders.map(({ marketplace }) => marketplace)}::text[], ${orders.map(({ order_id }) => order_id)}::text[])
      as asked (at, id)`,
    sql`marketplace = asked.at and listing_id = asked.id`,
  )
}

/** Updates the validity of all open listings of some tokens, each of which may have any number. */
export async function refreshListingsOfTokens(db: Executor, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await refresh(
    db,
    sql`unnest(${tokens}::text[]) as asked (token)`,
    sql`token_data_id = asked.token and state = 'open'`,
  )
}

/**
 * The lateral joins read listings and owners by their indexes: no plan scans all listings, nor all owners that a token ever had.
 * @param isAsked which listings: by their ids without their state, so that no plan walks the open listings of a marketplace.
 */
async function refresh(db: Executor, asked: RawBuilder<unknown>, isAsked: RawBuilder<unknown>): Promise<void> {
  const isKnown = sql`(select true from chain.current_token_ownerships_v2 o
    where o.token_data_id = open.token_data_id and o.property_version_v1 = 0 limit 1)`
  await sql`
    update market.listings l set validity = settled.validity, depends_on_seller = settled.depends_on_seller
    from (
      select open.marketplace, open.listing_id, case
        when open.token_standard = 'v2' and ${isKnown} and not ${holderHasSql(sql`o.amount > 0`)} then 'seller-lost-token'
        when open.token_standard = 'v2' and ${holderHasSql(sql`o.amount > 0 and o.is_soulbound_v2 is true`)} then 'token-frozen'
        when coalesce(v.status, 'active') <> 'active' then 'marketplace-closed'
        when open.expires_at_seconds * 1000000 <= clock.settled_micros then 'expired'
        when open.reserved_for is not null then 'reserved'
        else 'valid' end as validity,
        coalesce(open.token_standard = 'v2' and ${isKnown} and ${heldBySql('open.listing_id', sql`true`)} is null, false)
          as depends_on_seller
      from ${asked}
      cross join market.clock
      cross join lateral (select * from market.listings where ${isAsked} offset 0) open
      left join market.marketplaces v using (marketplace)
      where open.state = 'open'
    ) settled
    where l.marketplace = settled.marketplace and l.listing_id = settled.listing_id
      and (l.validity, l.depends_on_seller) is distinct from (settled.validity, settled.depends_on_seller)`.execute(db)
}

/** Writes the SQL of whether the holder that the open listing depends on is as wanted: the listing where it ever had the token, else its seller. */
function holderHasSql(isWanted: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce(${heldBySql('open.listing_id', isWanted)}, ${heldBySql('open.seller', isWanted)}, false)`
}

/** Writes the SQL of whether an owner of the open listing's token is as wanted; null where it never owned the token. */
function heldBySql(
  owner: 'open.listing_id' | 'open.seller',
  isWanted: RawBuilder<unknown>,
): RawBuilder<boolean | null> {
  return sql`(
    select bool_or(${isWanted}) from chain.current_token_ownerships_v2 o
    where o.token_data_id = open.token_data_id and o.property_version_v1 = 0 and o.owner_address = ${sql.ref(owner)})`
}
