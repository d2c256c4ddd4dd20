import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../connect.ts'
import { ownPackages } from '../tables/own-packages.ts'
import { type VenueRow, venues } from '../tables/venues.ts'
import { refreshHourlyPoints } from './refresh-hourly-points.ts'
import { refreshHours } from './refresh-hours.ts'
import { refreshStats } from './refresh-stats.ts'
import { refreshValidity } from './refresh-validity.ts'
import { advanceClock } from './settle-time.ts'
import { writeRows } from './write-rows.ts'

/**
 * Makes the venues and our own packages known. When a venue's status changed, everything that depends on it is settled anew.
 */
export async function writeVenues(
  db: Database,
  rows: readonly VenueRow[],
  packages: readonly string[] = [],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const own = packages.map((package_address) => ({ package_address }))
    await writeRows(transaction, ownPackages, own, 'keep')
    const stored = await transaction.selectFrom('market.venues').selectAll().execute()
    const known = new Map(stored.map((row) => [row.marketplace, row.status]))
    await writeRows(transaction, venues, rows, 'overwrite')
    const changed = rows.filter((row) => (known.get(row.marketplace) ?? 'active') !== row.status)
    if (changed.length === 0) return
    const names = changed.map((row) => row.marketplace)
    await reopenOffers(transaction, names)
    const events = await transaction
      .selectFrom('market.order_events')
      .selectAll()
      .where(sql<boolean>`marketplace = any(${names})`)
      .execute()
    const tokens = [...new Set(events.flatMap((event) => event.token_data_id ?? []))]
    await refreshValidity(transaction, tokens, events, await advanceClock(transaction, 0n))
    const hours = await refreshHours(
      transaction,
      events.flatMap(({ collection_id, at_micros }) =>
        collection_id === null ? [] : [{ collection_id, micros: at_micros }],
      ),
    )
    await refreshHourlyPoints(transaction, hours)
    await refreshStats(transaction, [...new Set(events.flatMap((event) => event.collection_id ?? []))])
  })
}

/** Offers first become what they were before their venue closed; what else is wrong with them is found out afterwards. */
async function reopenOffers(db: DatabaseTransaction, names: readonly string[]): Promise<void> {
  await sql`update market.token_offers set validity = 'valid'
    where validity = 'venue-closed' and marketplace = any(${names})`.execute(db)
  await sql`update market.collection_offers set validity = case when remaining_amount = 0 then 'exhausted' else 'valid' end
    where validity = 'venue-closed' and marketplace = any(${names})`.execute(db)
}
