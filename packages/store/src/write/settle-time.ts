import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../connect.ts'
import { refreshStats } from './refresh-stats.ts'
import { expireOffers } from './refresh-validity.ts'
import { writeChangeFeed } from './write-change-feed.ts'

/**
 * Lets time pass without any transaction of the chain: offers that have run out by the given moment no longer count.
 * @returns how many collections lost an offer.
 */
export async function settleTime(db: Database, nowMicros: bigint): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    if (!(await hasExpired(transaction, nowMicros))) return 0
    const settled = await advanceClock(transaction, nowMicros)
    const collections = await expireOffers(transaction, settled / 1_000_000n)
    const figures = await refreshStats(transaction, collections)
    await writeChangeFeed(transaction, [], figures, settled)
    return collections.length
  })
}

/**
 * Moves the clock on; it never goes back.
 * @returns where it stands then.
 */
export async function advanceClock(db: DatabaseTransaction, micros: bigint): Promise<bigint> {
  const { rows } = await sql<{ settled_micros: bigint }>`
    update market.clock set settled_micros = greatest(settled_micros, ${micros}::bigint) returning settled_micros`.execute(
    db,
  )
  return rows[0]?.settled_micros ?? micros
}

async function hasExpired(db: DatabaseTransaction, nowMicros: bigint): Promise<boolean> {
  const seconds = nowMicros / 1_000_000n
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from market.collection_offers where validity = 'valid' and expires_at_seconds <= ${seconds})
      or exists (select from market.token_offers where validity = 'valid' and expires_at_seconds <= ${seconds}) as some`.execute(
    db,
  )
  return rows[0]?.some ?? false
}
