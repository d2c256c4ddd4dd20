import { toSeconds } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../driver/pipelining.ts'
import { definePhase } from '../../define-phase.ts'
import { clockPhase } from '../../stream/clock.ts'
import { orderHistoriesPhase } from '../order-histories.ts'
import { tokenStoresPhase } from '../token-stores.ts'
import type { OrderKey } from '../touched-orders.ts'
import { isNotNoted } from '../unsettled-orders.ts'
import { bidPoolsPhase } from './bid-pools.ts'
import { addPoolsDue, readPaidOffers, settlePaidOffers } from './paid-offers.ts'
import { addBiddersDue, readTurnedOffers, settleRefusals } from './turned-offers.ts'

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
    'market.token_store_turns',
    'market.unsettled_orders',
    'chain.current_collections_v2',
  ],
  writes: [
    'market.token_offers',
    'market.collection_offers',
    'market.token_list_item_queue',
    'market.bidders_due',
    'market.pools_due',
  ],
  read: async (db, { batch: { due }, nowMicros, bidders: { stores }, pools }) => {
    const [expiring, turned, paid] = await Promise.all([
      due === undefined ? readExpiring(db, toSeconds(nowMicros)) : [],
      readTurnedOffers(db, stores),
      readPaidOffers(
        db,
        [...pools, ...stores].map(({ wallet }) => wallet),
      ),
    ])
    return { expiring, turned, paid }
  },
  compute: ({ nowMicros, bidders: { stores } }, { expiring, turned, paid }) => ({
    nowSeconds: toSeconds(nowMicros),
    /**
     * Collections whose depth changes without a market event of theirs: by expiry, by bidders who begin or cease to accept tokens, or by
     * what is in a bidder's pool.
     */
    collections: [
      ...expiring.map(({ collection_id }) => collection_id),
      ...turned.collections,
      ...paid.collections,
    ].filter((collection) => collection !== null),
    expiring,
    turning: stores.flatMap(({ wallet }) => (turned.due.includes(wallet) ? [] : [wallet])),
    due: turned.due,
    paid,
  }),
  write: (db, { nowSeconds, expiring, turning, due, paid }, { histories, bidders: { stores }, pools }) => [
    closeOffersOfClosedMarketplaces(db, histories.orders),
    ...settleRefusals(db, histories.orders, turning),
    ...(stores.length > 0 ? [addBiddersDue(db, due)] : []),
    expireOffers(db, nowSeconds, [...histories.orders, ...expiring]),
    ...settlePaidOffers(db, histories.orders, paid.wallets),
    ...(stores.length + pools.length > 0 ? [addPoolsDue(db, paid.due)] : []),
  ],
})

/** Settles the validity of the given offers, and of every offer that has run out. */
export async function refreshOffers(db: Executor, orders: readonly OrderKey[], nowMicros: bigint): Promise<void> {
  await Promise.all([
    closeOffersOfClosedMarketplaces(db, orders),
    ...settleRefusals(db, orders, []),
    expireOffers(db, toSeconds(nowMicros), null),
    ...settlePaidOffers(db, orders),
  ])
}

/**
 * Settles the validity of all offers once their orders are folded. An offer that had run out before its bidder stopped accepting tokens counts
 * as expired.
 */
export async function settleOffers(db: Executor, nowMicros: bigint): Promise<void> {
  await closeOffersOfClosedMarketplaces(db, null)
  for (const table of ['market.token_offers', 'market.collection_offers'] as const)
    await sql`
      update ${sql.table(table)} o set validity = 'expired' from market.token_stores s
      where s.wallet = o.buyer and not s.accepts_transfers and o.validity = 'valid'
        and o.expires_at_seconds <= ${toSeconds(nowMicros)} and o.expires_at_seconds * 1000000 < (
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
  await expireOffers(db, toSeconds(nowMicros), null)
  await Promise.all(settlePaidOffers(db, null))
}

/**
 * Pooled offers expire even while they do not count; other offers that do not count stay as they are. Must match the condition of an index word
 * for word.
 */
const UNCOUNTED_POOLED = sql`is_pooled and validity in ('unfunded', 'bidder-refuses')`

/**
 * Offers that no transaction touches and that are marked as expired in one batch, or one second without any, and their collections; others
 * follow. Any number may expire in one second, each on a collection of its own, whose change is a message to every page that lists
 * collections. Readers leave expired offers out by the time of their question.
 */
const [MAX_EXPIRING, MAX_EXPIRING_COLLECTIONS] = [500, 50]

/** An offer that has expired, and its collection if that is known. */
export interface ExpiringOffer extends OrderKey {
  readonly collection_id: string | null
}

/** Reads some offers that have expired and are not marked as expired, the oldest first; of equal times any, as many may have the same. */
export async function readExpiring(db: Executor, nowSeconds: bigint): Promise<readonly ExpiringOffer[]> {
  const expired = (book: string, table: string, isCounted: RawBuilder<unknown>) => sql`
    (select marketplace, ${sql.lit(book)} as book, offer_id as order_id, collection_id, expires_at_seconds
      from market.${sql.raw(table)} o where ${isCounted} and expires_at_seconds <= ${nowSeconds}
        and ${isNotNoted('o', book, 'offer_id')} order by expires_at_seconds limit ${MAX_EXPIRING})`
  const { rows } = await sql<ExpiringOffer>`
    select marketplace, book, order_id, collection_id from (
      ${expired('token-offer', 'token_offers', sql`validity = 'valid'`)} union all
      ${expired('collection-offer', 'collection_offers', sql`validity = 'valid'`)} union all
      ${expired('collection-offer', 'collection_offers', UNCOUNTED_POOLED)}
    ) expired order by expires_at_seconds limit ${MAX_EXPIRING}`.execute(db)
  const collections = [...new Set(rows.map(({ collection_id }) => collection_id))].slice(0, MAX_EXPIRING_COLLECTIONS)
  return rows.filter(({ collection_id }) => collections.includes(collection_id))
}

/** Marks those of some offers as expired that are, and queues the list items of their tokens. @param orders null: all. */
export async function expireOffers(
  db: Executor,
  nowSeconds: bigint,
  orders: readonly OrderKey[] | null,
): Promise<void> {
  if (orders?.length === 0) return
  await sql`
    with token_offers as (
      ${expire('token-offer', 'token_offers', sql`validity = 'valid'`)} returning o.collection_id, o.token_data_id
    ), items as (
      insert into market.token_list_item_queue (token_data_id, collection_id) select token_data_id, collection_id from token_offers
    )
    ${expire('collection-offer', 'collection_offers', sql`(validity = 'valid' or ${UNCOUNTED_POOLED})`)}`.execute(db)

  function expire(book: string, table: string, isCounted: RawBuilder<unknown>): RawBuilder<unknown> {
    const isExpired = sql`${isCounted} and expires_at_seconds <= ${nowSeconds}`
    const offers = sql.raw(`market.${table}`)
    if (orders === null) return sql`update ${offers} o set validity = 'expired' where ${isExpired}`
    const given = orders.filter((order) => order.book === book)
    // Looked up by key: in a join, the planner may read every offer that has expired.
    return sql`
      update ${offers} o set validity = 'expired' from (
        select found.* from unnest(${given.map(({ marketplace }) => marketplace)}::text[],
          ${given.map(({ order_id }) => order_id)}::text[]) as given (marketplace, offer_id)
        cross join lateral (
          select marketplace, offer_id from ${offers} s
          where s.marketplace = given.marketplace and s.offer_id = given.offer_id and ${isExpired} offset 0
        ) found
      ) expired where o.marketplace = expired.marketplace and o.offer_id = expired.offer_id`
  }
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
