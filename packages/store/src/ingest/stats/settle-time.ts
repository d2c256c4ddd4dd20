import { toSeconds } from '@opal/domain/time'
import type { Database } from '../../driver/connection.ts'
import { pipelined } from '../../driver/pipelining.ts'
import { inTransaction } from '../../driver/transactions.ts'
import type { UnsettledOrderRow } from '../../schema/orders.ts'
import { applyBatch } from '../apply-batch.ts'
import { despiteRefusals } from '../despite-refusals.ts'
import { inParts } from '../in-parts.ts'
import { type ExpiringOffer, expireOffers, readExpiring } from '../orders/bids/offer-validity.ts'
import { type DueOrders, NOTHING_DUE, readDueOrders } from '../orders/due-orders.ts'
import { noteUnsettled } from '../orders/unsettled-orders.ts'
import { advanceClock } from '../stream/clock.ts'
import { announceBids } from './change-feed.ts'
import { readStats, writeStats } from './collection-stats.ts'
import { moveWindows } from './move-windows.ts'

/** Is called with an order that the database refuses, once it is noted. */
type OnUnsettled = (order: UnsettledOrderRow, error: unknown) => void

/**
 * Advances time without a transaction of the chain: prices fall, listings and offers that have expired by the given moment no longer
 * count, a bounded number of them in each call, and what collections are ranked by is stored as of its hour. Orders whose rows the database
 * refuses are noted and left as they are, however many: they hold up no others.
 * @returns how many collections lost an offer.
 * @throws the database's error where it refuses more than orders, once the rest is done.
 */
export async function settleTime(
  db: Database,
  nowMicros: bigint,
  onUnsettled: OnUnsettled = () => undefined,
): Promise<number> {
  let count = 0
  await despiteRefusals([
    () => settleOrders(db, nowMicros, onUnsettled),
    async () => {
      count = await settleExpired(db, nowMicros, onUnsettled)
    },
    () => moveWindows(db, nowMicros),
  ])
  return count
}

/** @returns how many collections lost an offer. */
async function settleExpired(db: Database, nowMicros: bigint, onUnsettled: OnUnsettled): Promise<number> {
  const changed = new Set<string>()
  const offers = await readExpiring(db, toSeconds(nowMicros))
  if (offers.length === 0) return 0
  await inParts(
    offers,
    async (part) => {
      for (const collection of await expire(db, nowMicros, part)) changed.add(collection)
    },
    async (offer, error) => {
      // If expiring nothing fails as well, the offer is not to blame.
      await expire(db, nowMicros, [])
      onUnsettled(await noteUnsettled(db, offer, error), error)
    },
  )
  return changed.size
}

/** Marks offers as expired, and computes the stats of their collections. @returns these */
async function expire(db: Database, nowMicros: bigint, offers: readonly ExpiringOffer[]): Promise<readonly string[]> {
  const collections = [...new Set(offers.flatMap(({ collection_id }) => collection_id ?? []))]
  await inTransaction(db, async (statements) => {
    const settled = await advanceClock(statements, nowMicros)
    const expiring = expireOffers(statements, toSeconds(settled), offers)
    const [read] = await Promise.all([readStats(statements, collections), expiring])
    const moved = read.map(({ before, stats: after }) => ({ before, after }))
    return { last: [writeStats(statements, moved), announceBids(statements, moved, settled)] }
  })
  return collections
}

/**
 * Folds orders again that no transaction touches, by batches without transactions: listings that time changes, and bids of wallets that have
 * ceased to accept tokens. Nothing is due in a store without a checkpoint.
 */
async function settleOrders(db: Database, nowMicros: bigint, onUnsettled: OnUnsettled): Promise<void> {
  const due = await pipelined(db, (statements) => readDueOrders(statements, toSeconds(nowMicros)))
  if (due.orders.length === 0 && due.progress.length === 0) return
  const at = await db.selectFrom('chain.checkpoints').selectAll().limit(1).executeTakeFirst()
  if (at === undefined) return
  await advanceClock(db, nowMicros)
  const position = {
    stream: at.stream,
    chainId: at.chain_id,
    nextVersion: at.next_version,
    lastTimestampMicros: at.last_timestamp_micros,
  }
  const settle = (some: DueOrders) => applyBatch(db, { transactions: [], stops: [], position, due: some })
  await inParts(
    due.orders,
    (orders) => settle({ orders, progress: [] }),
    async (order, error) => {
      // If settling nothing fails as well, the order is not to blame.
      await settle(NOTHING_DUE)
      onUnsettled(await noteUnsettled(db, order, error), error)
    },
  )
  if (due.progress.length > 0) await settle({ orders: [], progress: due.progress })
}
