import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { type Executor, pipelined } from '../../driver/pipelining.ts'
import { writeReplacement } from '../../driver/replace-rows.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { queueListItems } from '../../projections/token-list-items/queue.ts'
import { type MarketplaceRow, marketplaces, type OrderEventRow, ownPackages } from '../../schema/orders.ts'
import { pointsLedger } from '../../schema/points.ts'
import { compareHourlyPoints, readWholeEarning } from '../points/compare-hourly-points.ts'
import { addPointsDue } from '../points/settle-points.ts'
import { computeStats, readStats, writeStats } from '../stats/collection-stats.ts'
import { compareHours, writeHours } from '../stats/hours.ts'
import { readWholeHours } from '../stats/read-whole-hours.ts'
import { advanceClock } from '../stream/clock.ts'
import { refreshOffers } from './bids/offer-validity.ts'
import { refreshListingsOfTokens } from './listing-validity.ts'

/**
 * Writes the marketplaces and our own packages. When a marketplace's status changed, every row that depends on it is made again.
 */
export async function writeMarketplaces(
  db: Database,
  rows: readonly MarketplaceRow[],
  packages: readonly string[] = [],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const own = packages.map((package_address) => ({ package_address }))
    await writeRows(transaction, ownPackages, own, 'keep')
    const stored = await transaction.selectFrom('market.marketplaces').selectAll().execute()
    const known = new Map(stored.map((row) => [row.marketplace, row.status]))
    await writeRows(transaction, marketplaces, rows, 'overwrite')
    const changed = rows.filter((row) => (known.get(row.marketplace) ?? 'active') !== row.status)
    if (changed.length === 0) return
    const names = changed.map((row) => row.marketplace)
    await reopenOffers(transaction, names)
    const events = await transaction
      .selectFrom('market.order_events')
      .selectAll()
      .where(sql<boolean>`marketplace = any(${names})`)
      .execute()
    await pipelined(transaction, (statements) => settleAgain(statements, events))
  })
}

/** Spans of orders whose points are compared with the change; those of further collections are due. */
const MAX_SPANS = 200

/** Everything that depends on the given events' orders being open or closed. */
async function settleAgain(db: Executor, events: readonly OrderEventRow[]): Promise<void> {
  const tokens = [...new Set(events.flatMap((event) => event.token_data_id ?? []))]
  await queueListItems(db, tokens)
  const nowMicros = await advanceClock(db, 0n)
  await Promise.all([refreshOffers(db, events, nowMicros), refreshListingsOfTokens(db, tokens)])
  const collections = [...new Set(events.flatMap(({ collection_id }) => collection_id ?? []))]
  const [past, earning, read] = await Promise.all([
    readWholeHours(db, collections, { areStored: true }),
    readWholeEarning(db, new Map(collections.map((id) => [id, 0n])), MAX_SPANS),
    readStats(db, collections, true),
  ])
  const hours = compareHours(past)
  await Promise.all([
    writeHours(db, hours),
    writeReplacement(db, pointsLedger, compareHourlyPoints(earning, hours)),
    addPointsDue(db, earning.due),
    writeStats(db, computeStats(read, hours)),
  ])
}

/** Offers first become what they were before their marketplace closed; what else is wrong with them is found out afterwards. */
async function reopenOffers(db: DatabaseTransaction, names: readonly string[]): Promise<void> {
  await sql`update market.token_offers set validity = 'valid'
    where validity = 'marketplace-closed' and marketplace = any(${names})`.execute(db)
  await sql`update market.collection_offers set validity = case when remaining_amount = 0 then 'exhausted' else 'valid' end
    where validity = 'marketplace-closed' and marketplace = any(${names})`.execute(db)
}
