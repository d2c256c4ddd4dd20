import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { definePhase } from '../define-phase.ts'
import { touchedTokens } from '../history/touched.ts'
import { clockPhase } from '../stream/clock.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { addPoolsDue, bidPoolsPhase, readPaidOffers, settlePaidOffers } from './bid-pools.ts'
import { orderHistoriesPhase } from './order-histories.ts'
import { addBiddersDue, readTurnedOffers, settleRefusals, tokenStoresPhase } from './token-stores.ts'
import type { OrderKey } from './touched-orders.ts'

/** Updates the validity of the listings of the batch's tokens: the token has to be deliverable, the marketplace open, and the terms such that anyone can buy. */
export const listingValidityPhase = definePhase({
  name: 'listing-validity',
  needs: { decoded: decodePhase, histories: orderHistoriesPhase },
  reads: ['market.clock', 'market.listings', 'market.marketplaces', 'chain.current_token_ownerships_v2'],
  writes: ['market.listings'],
  compute: ({ decoded, histories }) => touchedTokens(decoded.transactions, histories.events),
  write: (db, tokens) => [refreshListings(db, tokens)],
})

/**
 * Updates the validity of offers: on an open marketplace, of a bidder who accepts the token and whose pool pays, where one does, and not
 * expired at the chain's clock.
 */
export const offerValidityPhase = definePhase({
  name: 'offer-validity',
  needs: { histories: orderHistoriesPhase, nowMicros: clockPhase, bidders: tokenStoresPhase, pools: bidPoolsPhase },
  reads: [
    'market.clock',
    'market.bid_pools',
    'market.token_offers',
    'market.collection_offers',
    'market.marketplaces',
    'market.token_stores',
    'chain.current_collections_v2',
  ],
  writes: [
    'market.token_offers',
    'market.collection_offers',
    'market.token_list_item_queue',
    'market.bidders_due',
    'market.pools_due',
  ],
  read: async (db, { nowMicros, bidders: { stores }, pools }) => {
    const [expired, turned, paid] = await Promise.all([
      readExpired(db, nowMicros / 1_000_000n),
      readTurnedOffers(db, stores),
      readPaidOffers(
        db,
        [...pools, ...stores].map(({ wallet }) => wallet),
      ),
    ])
    return { expired, turned, paid }
  },
  compute: ({ nowMicros, bidders: { stores } }, { expired, turned, paid }) => ({
    nowSeconds: nowMicros / 1_000_000n,
    /**
     * Collections whose depth changes without a market event of theirs: by expiry, by bidders who begin or cease to accept tokens, or by
     * what is in a bidder's pool.
     */
    collections: [...expired, ...turned.collections, ...paid.collections].filter((collection) => collection !== null),
    turning: stores.flatMap(({ wallet }) => (turned.due.includes(wallet) ? [] : [wallet])),
    due: turned.due,
    paid,
  }),
  write: (db, { nowSeconds, turning, due, paid }, { histories, bidders: { stores }, pools }) => [
    closeOffersOfClosedMarketplaces(db, histories.orders),
    ...settleRefusals(db, histories.orders, turning),
    ...(stores.length > 0 ? [addBiddersDue(db, due)] : []),
    expireOffers(db, nowSeconds),
    ...settlePaidOffers(db, histories.orders, paid.wallets),
    ...(stores.length + pools.length > 0 ? [addPoolsDue(db, paid.due)] : []),
  ],
})

/** Settles the validity of listings of the given tokens, of the given offers, and of every offer that has run out. */
export async function refreshValidity(
  db: Executor,
  tokens: readonly string[],
  orders: readonly OrderKey[],
  nowMicros: bigint,
): Promise<void> {
  await Promise.all([
    closeOffersOfClosedMarketplaces(db, orders),
    ...settleRefusals(db, orders, []),
    expireOffers(db, nowMicros / 1_000_000n),
    ...settlePaidOffers(db, orders),
    refreshListings(db, tokens),
  ])
}

/**
 * Settles the validity of all offers once their orders are folded. One that had run out when its bidder ceased to accept tokens has
 * expired.
 */
export async function settleOffers(db: Executor, nowMicros: bigint): Promise<void> {
  await closeOffersOfClosedMarketplaces(db, null)
  for (const table of ['market.token_offers', 'market.collection_offers'] as const)
    await sql`
      update ${sql.table(table)} o set validity = 'expired' from market.token_stores s
      where s.wallet = o.buyer and not s.accepts_transfers and o.validity = 'valid'
        and o.expires_at_seconds <= ${nowMicros / 1_000_000n} and o.expires_at_seconds * 1000000 < (
          select t.at_micros from market.token_store_turns t where t.wallet = s.wallet
          order by t.version desc limit 1)`.execute(db)
  const { rows } = await sql<{ wallet: string }>`
    select wallet from market.token_stores where not accepts_transfers`.execute(db)
  await Promise.all(
    settleRefusals(
      db,
      [],
      rows.map(({ wallet }) => wallet),
    ),
  )
  await expireOffers(db, nowMicros / 1_000_000n)
  await Promise.all(settlePaidOffers(db, null))
}

/** Pooled offers expire also while they do not count; others that do not count stay what they are. Word for word the condition of an index. */
const UNCOUNTED_POOLED = sql`is_pooled and validity in ('unfunded', 'bidder-refuses')`

/** Reads the collections of offers that have expired; null for an unknown one. */
export async function readExpired(db: Executor, nowSeconds: bigint): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{ collection_id: string | null }>`
    select collection_id from market.token_offers where validity = 'valid' and expires_at_seconds <= ${nowSeconds}
    union
    select collection_id from market.collection_offers where validity = 'valid' and expires_at_seconds <= ${nowSeconds}
    union
    select collection_id from market.collection_offers where ${UNCOUNTED_POOLED} and expires_at_seconds <= ${nowSeconds}`.execute(
    db,
  )
  return rows.map((row) => row.collection_id)
}

/** Marks offers as expired, and queues the list rows of their tokens. */
export async function expireOffers(db: Executor, nowSeconds: bigint): Promise<void> {
  await sql`
    with token_offers as (
      update market.token_offers set validity = 'expired'
      where validity = 'valid' and expires_at_seconds <= ${nowSeconds} returning collection_id, token_data_id
    ), items as (
      insert into market.token_list_item_queue (token_data_id, collection_id) select token_data_id, collection_id from token_offers
    ), pooled as (
      update market.collection_offers set validity = 'expired'
      where ${UNCOUNTED_POOLED} and expires_at_seconds <= ${nowSeconds}
    )
    update market.collection_offers set validity = 'expired'
    where validity = 'valid' and expires_at_seconds <= ${nowSeconds}`.execute(db)
}

/**
 * Updates the validity of the open listings of some tokens. A v2 token cannot be delivered unless the listing object holds it, or the
 * seller where the object never did; nor can a frozen one. v1 listings hold the token inside. One that is reserved for a buyer is not for the public.
 * The lateral joins read each token by its index, and its owners once before its listings, however many it has: no plan scans all listings.
 */
export async function refreshListings(db: Executor, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await sql`
    update market.listings l set validity = settled.validity
    from (
      select open.marketplace, open.listing_id, case
        when open.token_standard = 'v2' and owners.known
          and not coalesce(${holdsSql('open.listing_id')}, ${holdsSql('open.seller')}, false) then 'seller-lost-token'
        when open.token_standard = 'v2' and owners.frozen then 'token-frozen'
        when coalesce(v.status, 'active') <> 'active' then 'marketplace-closed'
        when open.expires_at_seconds * 1000000 <= clock.settled_micros then 'expired'
        when open.reserved_for is not null then 'reserved'
        else 'valid' end as validity
      from (
        select * from unnest(${tokens}::text[]) as asked (token) cross join lateral (
          select count(*) > 0 as known, coalesce(bool_or(o.amount > 0 and o.is_soulbound_v2), false) as frozen
          from chain.current_token_ownerships_v2 o
          where o.token_data_id = asked.token and o.property_version_v1 = 0 and o.token_standard = 'v2'
        ) known offset 0
      ) owners
      cross join market.clock
      cross join lateral (
        select * from market.listings where token_data_id = owners.token and state = 'open' offset 0
      ) open
      left join market.marketplaces v using (marketplace)
    ) settled
    where l.marketplace = settled.marketplace and l.listing_id = settled.listing_id
      and l.validity <> settled.validity`.execute(db)
}

/** Whether an owner has the token of the open listing; null when they never had it. */
function holdsSql(owner: 'open.listing_id' | 'open.seller'): RawBuilder<boolean | null> {
  return sql`(select bool_or(o.amount > 0) from chain.current_token_ownerships_v2 o
    where o.token_data_id = open.token_data_id and o.property_version_v1 = 0 and o.owner_address = ${sql.ref(owner)})`
}

/** @param orders null: all. */
async function closeOffersOfClosedMarketplaces(db: Executor, orders: readonly OrderKey[] | null): Promise<void> {
  const ids = orders?.filter((order) => order.book !== 'listing').map((order) => order.order_id)
  if (ids?.length === 0) return
  const isWanted = ids === undefined ? sql`true` : sql`o.offer_id = any(${ids})`
  await Promise.all(
    (['market.token_offers', 'market.collection_offers'] as const).map((table) =>
      sql`
      update ${sql.table(table)} o set validity = 'marketplace-closed' from market.marketplaces v
      where v.marketplace = o.marketplace and v.status <> 'active'
        and o.state = 'open' and ${isWanted}`.execute(db),
    ),
  )
}
