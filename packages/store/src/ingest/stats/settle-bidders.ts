import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { readOffersToPay, settlePaidOffers } from '../orders/bid-pools.ts'
import { readOffersToTurn, settleRefusals } from '../orders/token-stores.ts'
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
export function settleNextBidder(db: Database): Promise<boolean> {
  return settleNext(db, TURNED)
}

/** As {@link settleNextBidder}: what the pool of the bidder pays. */
export function settleNextPool(db: Database): Promise<boolean> {
  return settleNext(db, PAID)
}

async function settleNext(db: Database, { table, read, settle }: Queue): Promise<boolean> {
  let isDue = false
  await inTransaction(db, async (statements) => {
    const { rows } = await sql<{ wallet: string }>`
      select wallet from ${sql.table(table)} order by turn limit 1`.execute(statements)
    const wallet = rows[0]?.wallet
    if (wallet === undefined) return { last: [] }
    isDue = true
    const offers = await read(statements, wallet, OFFERS_IN_PART)
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
  return isDue
}

/** Sends the bidder to the end of the queue, or off it. */
async function advance(
  db: Executor,
  { table, wallet, hasMore }: Pick<Queue, 'table'> & { readonly wallet: string; readonly hasMore: boolean },
): Promise<void> {
  if (hasMore) await sql`update ${sql.table(table)} set turn = default where wallet = ${wallet}`.execute(db)
  else await sql`delete from ${sql.table(table)} where wallet = ${wallet}`.execute(db)
}
