import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { isUnwritable } from '../../driver/faults.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { despiteRefusals, takePartsFor } from '../despite-refusals.ts'
import { readOffersToPay, settlePaidOffers } from '../orders/bids/paid-offers.ts'
import { readOffersToTurn, settleRefusals } from '../orders/bids/turned-offers.ts'
import type { OrderKey } from '../orders/touched-orders.ts'
import { advanceClock } from '../stream/clock.ts'
import { announceBids } from './change-feed.ts'
import { readStats, writeStats } from './collection-stats.ts'

/** Offers of each kind that are settled together: each may be for a collection of its own, whose stats are computed again. */
const OFFERS_IN_PART = 50

/** Wallets with many offers to settle, and how that is done. */
interface Queue {
  readonly table: 'market.bidders_due' | 'market.pools_due'
  /** Reads some of a wallet's offers that have to be settled: none when all are. */
  read(
    db: Executor,
    wallet: string,
    limit: number,
  ): Promise<readonly (OrderKey & { readonly collection_id: string | null })[]>
  settle(db: Executor, offers: readonly OrderKey[]): readonly Promise<unknown>[]
}

/** Offers whose bidder has begun or ceased to accept tokens. */
const TURNED: Queue = {
  table: 'market.bidders_due',
  read: readOffersToTurn,
  settle: (db, offers) => settleRefusals(db, offers, []),
}

/** Offers whose bidder's pool pays more or fewer items than it did. */
const PAID: Queue = { table: 'market.pools_due', read: readOffersToPay, settle: settlePaidOffers }

/**
 * Settles the next offers of the bidder with many that has waited longest: whether their bidder accepts tokens, and computes the stats of
 * their collections. Call it between batches, on their connection.
 * @returns false when none is due.
 */
export async function settleNextBidder(db: Database): Promise<boolean> {
  return (await settleNext(db, TURNED)) !== null
}

/** Settles what the pool of a bidder pays, as {@link settleNextBidder} does a bidder. */
export async function settleNextPool(db: Database): Promise<boolean> {
  return (await settleNext(db, PAID)) !== null
}

/** Bounds of the offers of each kind that are settled in a row. */
export interface SettledBounds {
  /** Number of changed offers after which further ones are left. */
  readonly offers: number
  /** Milliseconds. */
  readonly ms: number
}

/**
 * Settles the next offers of the bidders with many, of both kinds, within bounds. Call it between batches, on their connection.
 * @throws the database's error where it refuses those of one kind, once the others are done.
 */
export async function settleBidders(db: Database, bounds: SettledBounds): Promise<void> {
  await despiteRefusals([PAID, TURNED].map((queue) => () => settleWithin(db, queue, bounds)))
}

async function settleWithin(db: Database, queue: Queue, { offers, ms }: SettledBounds): Promise<void> {
  let changed = 0
  await takePartsFor(ms, async () => {
    const count = await settleNext(db, queue)
    changed += count ?? 0
    return count !== null && changed < offers
  })
}

/**
 * A bidder whose offers the database refuses goes to the end of the queue.
 * @returns how many offers were settled; null when no bidder is due.
 */
async function settleNext(db: Database, queue: Queue): Promise<number | null> {
  const { rows } = await sql<{ wallet: string }>`
    select wallet from ${sql.table(queue.table)} order by turn limit 1`.execute(db)
  const wallet = rows[0]?.wallet
  if (wallet === undefined) return null
  try {
    return await settleOffersOf(db, wallet, queue)
  } catch (error) {
    if (isUnwritable(error)) await advance(db, { table: queue.table, wallet, hasMore: true })
    throw error
  }
}

async function settleOffersOf(db: Database, wallet: string, { table, read, settle }: Queue): Promise<number> {
  let count = 0
  await inTransaction(db, async (statements) => {
    const offers = await read(statements, wallet, OFFERS_IN_PART)
    count = offers.length
    const settled = settle(statements, offers)
    const collections = [...new Set(offers.flatMap((offer) => offer.collection_id ?? []))]
    const [stats, nowMicros] = await Promise.all([
      readStats(statements, collections),
      advanceClock(statements, 0n),
      ...settled,
    ])
    const moved = stats.map(({ before, stats: after }) => ({ before, after }))
    return {
      last: [
        writeStats(statements, moved),
        announceBids(statements, moved, nowMicros),
        advance(statements, { table, wallet, hasMore: offers.length > 0 }),
      ],
    }
  })
  return count
}

/** Sends the bidder to the end of the queue, or off it. */
async function advance(
  db: Executor,
  { table, wallet, hasMore }: Pick<Queue, 'table'> & { readonly wallet: string; readonly hasMore: boolean },
): Promise<void> {
  if (hasMore) await sql`update ${sql.table(table)} set turn = default where wallet = ${wallet}`.execute(db)
  else await sql`delete from ${sql.table(table)} where wallet = ${wallet}`.execute(db)
}
