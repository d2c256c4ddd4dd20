import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { readOffersToTurn, settleRefusals } from '../orders/token-stores.ts'
import { advanceClock } from '../stream/clock.ts'
import { announceStats } from './change-feed.ts'
import { readStats, writeStats } from './collection-stats.ts'

/** Number of offers of each kind that change at a time: each may be for a collection of its own, whose stats are computed again. */
const OFFERS_IN_PART = 50

/**
 * Turns the next offers of the bidder with many that has waited longest, by whether they accept tokens now, and computes the stats of
 * their collections. Call it between batches, on their connection.
 * @returns false when none is due.
 */
export async function settleNextBidder(db: Database): Promise<boolean> {
  let isDue = false
  await inTransaction(db, async (statements) => {
    const { rows } = await sql<{ wallet: string }>`
      select wallet from market.bidders_due order by turn limit 1`.execute(statements)
    const wallet = rows[0]?.wallet
    if (wallet === undefined) return { last: [] }
    isDue = true
    const offers = await readOffersToTurn(statements, wallet, OFFERS_IN_PART)
    const turned = settleRefusals(statements, offers, [])
    const collections = [...new Set(offers.flatMap((offer) => offer.collection_id ?? []))]
    const [read, nowMicros] = await Promise.all([
      readStats(statements, collections),
      advanceClock(statements, 0n),
      turned,
    ])
    const moved = read.map(({ before, stats: after }) => ({ before, after }))
    return {
      last: [
        writeStats(statements, moved),
        announceStats(statements, moved, nowMicros),
        advance(statements, wallet, offers.length > 0),
      ],
    }
  })
  return isDue
}

/** Sends the bidder to the end of the queue, or off it. */
async function advance(db: Executor, wallet: string, hasMore: boolean): Promise<void> {
  if (hasMore) await sql`update market.bidders_due set turn = default where wallet = ${wallet}`.execute(db)
  else await sql`delete from market.bidders_due where wallet = ${wallet}`.execute(db)
}
