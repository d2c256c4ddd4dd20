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
 * Number of candidates, as a multiple of the batch size, among which a batch takes listings in turns of their sellers: so many of those that have
 * been due longest, and so many of the last ones.
 */
const TURNS = 50

/**
 * Reads listings whose price or validity time has changed, in turns of their sellers and the longest due first: a seller with thousands of due
 * listings hardly delays others, whose listings are older than most of these, or newer. All other changes of a listing are folded with their
 * batches, so these are folded only from their next change on.
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
