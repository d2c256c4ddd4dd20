import type { Database } from '../../driver/connection.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { applyBatch } from '../apply-batch.ts'
import { despiteRefusals } from '../despite-refusals.ts'
import { expireOffers, readExpiring } from '../orders/offer-validity.ts'
import { hasRefusalsDue } from '../orders/refused-bids.ts'
import { readChangingListings } from '../orders/touched-orders.ts'
import { advanceClock } from '../stream/clock.ts'
import { announceBids } from './change-feed.ts'
import { readStats, writeStats } from './collection-stats.ts'
import { moveWindows } from './move-windows.ts'

/**
 * Advances time without a transaction of the chain: prices fall, listings and offers that have expired by the given moment no longer
 * count, a bounded number of them in each call, and what collections are ranked by is stored as of its hour.
 * @returns how many collections lost an offer.
 * @throws the database's error where it refuses one of these, once the others are done.
 */
export async function settleTime(db: Database, nowMicros: bigint): Promise<number> {
  let count = 0
  await despiteRefusals([
    () => settleOrders(db, nowMicros),
    async () => {
      count = await settleExpired(db, nowMicros)
    },
    () => moveWindows(db, nowMicros),
  ])
  return count
}

/** @returns how many collections lost an offer. */
async function settleExpired(db: Database, nowMicros: bigint): Promise<number> {
  let count = 0
  await inTransaction(db, async (statements) => {
    const orders = await readExpiring(statements, nowMicros / 1_000_000n)
    if (orders.length === 0) return { last: [] }
    const settled = await advanceClock(statements, nowMicros)
    const expiring = expireOffers(statements, settled / 1_000_000n, orders)
    const collections = [...new Set(orders.flatMap(({ collection_id }) => collection_id ?? []))]
    const [read] = await Promise.all([readStats(statements, collections), expiring])
    const moved = read.map(({ before, stats: after }) => ({ before, after }))
    count = collections.length
    return { last: [writeStats(statements, moved), announceBids(statements, moved, settled)] }
  })
  return count
}

/**
 * Folds orders again that no transaction touches, by a batch without transactions: listings that time changes, and bids of wallets that have
 * ceased to accept tokens. Nothing is due in a store without a checkpoint.
 */
async function settleOrders(db: Database, nowMicros: bigint): Promise<void> {
  const areListingsDue = (await readChangingListings(db, nowMicros / 1_000_000n, 1)).length > 0
  if (!areListingsDue && !(await hasRefusalsDue(db))) return
  const at = await db.selectFrom('chain.checkpoints').selectAll().limit(1).executeTakeFirst()
  if (at === undefined) return
  await advanceClock(db, nowMicros)
  const position = {
    stream: at.stream,
    chainId: at.chain_id,
    nextVersion: at.next_version,
    lastTimestampMicros: at.last_timestamp_micros,
  }
  await applyBatch(db, { transactions: [], stops: [], position })
}
