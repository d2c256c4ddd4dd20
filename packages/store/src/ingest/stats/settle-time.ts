import type { Database } from '../../driver/connection.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { expireOffers, readExpired } from '../orders/order-validity.ts'
import { advanceClock } from '../stream/clock.ts'
import { announceBids } from './change-feed.ts'
import { readStats, writeStats } from './collection-stats.ts'
import { moveWindows } from './move-windows.ts'

/**
 * Advances time without a transaction of the chain: offers that have expired by the given moment no longer count, and what collections
 * are ranked by is stored as of its hour.
 * @returns how many collections lost an offer.
 */
export async function settleTime(db: Database, nowMicros: bigint): Promise<number> {
  let count = 0
  await inTransaction(db, async (statements) => {
    const expired = await readExpired(statements, nowMicros / 1_000_000n)
    if (expired.length === 0) return { last: [] }
    const settled = await advanceClock(statements, nowMicros)
    const expiring = expireOffers(statements, settled / 1_000_000n)
    const collections = expired.filter((collection) => collection !== null)
    const [read] = await Promise.all([readStats(statements, collections), expiring])
    const moved = read.map(({ before, stats: after }) => ({ before, after }))
    count = collections.length
    return { last: [writeStats(statements, moved), announceBids(statements, moved, settled)] }
  })
  await moveWindows(db, nowMicros)
  return count
}
