import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { type RefusedBids, readRefusedBids } from './bids/refused-bids.ts'
import type { TouchedOrder } from './touched-orders.ts'
import { isNotNoted } from './unsettled-orders.ts'

/**
 * Orders that a batch folds again although no transaction touches them: listings that time has changed, and bids of wallets that have ceased
 * to accept tokens, with how far these are done.
 */
export type DueOrders = RefusedBids

export const NOTHING_DUE: DueOrders = { orders: [], progress: [] }

/** Reads some of the orders that are due. */
export async function readDueOrders(db: Executor, nowSeconds: bigint): Promise<DueOrders> {
  const [{ orders, progress }, changing] = await Promise.all([
    readRefusedBids(db),
    readChangingListings(db, nowSeconds),
  ])
  return { orders: [...orders, ...changing], progress }
}

/** Behind all versions: no event and no owner of an order has changed. */
const NO_VERSION = 9_223_372_036_854_775_807n

/** Listings that time changes in one batch: more follow with the next. Each may be in a collection of its own, whose floor it moves. */
const MAX_CHANGING = 100

/**
 * Factor of the candidates among which a batch takes listings in turns of their sellers: so many times its size of the longest due, and of the
 * last due.
 */
const TURNS = 50

/**
 * Reads listings of which time has changed the price or the validity, in turns of their sellers and the longest due first: one who has
 * thousands due delays those of others little. Those of others are older than most of the thousands, or newer. What else changes a listing
 * is folded with its batch: of its past only the time since its next change is open.
 */
export async function readChangingListings(db: Executor, nowSeconds: bigint): Promise<readonly TouchedOrder[]> {
  const isDue = sql`next_change_seconds <= ${nowSeconds} and ${isNotNoted('l', 'listing', 'listing_id')}`
  const due = (order: 'asc' | 'desc') => sql`
    (select marketplace, listing_id, seller, next_change_seconds from market.listings l
      where ${isDue} order by next_change_seconds ${sql.raw(order)} limit ${MAX_CHANGING * TURNS})`
  const { rows } = await sql<TouchedOrder>`
    select marketplace, 'listing' as book, listing_id as order_id, ${NO_VERSION}::bigint as since,
      (next_change_seconds * 1000000)::bigint as since_micros
    from (
      select *, row_number() over (partition by seller order by next_change_seconds, listing_id) as turn
      from (${due('asc')} union ${due('desc')}) due
    ) due order by turn, next_change_seconds, listing_id limit ${MAX_CHANGING}`.execute(db)
  return rows
}
