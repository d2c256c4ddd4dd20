import { sql } from 'kysely'
import type { Database } from '../../connect.ts'
import { inTransaction } from '../../driver/in-transaction.ts'
import type { Statements } from '../../driver/pipelined.ts'
import { expireOffers } from '../orders/refresh-validity.ts'
import { readFigures, writeStats } from './compute-stats.ts'
import { writeChangeFeed } from './write-change-feed.ts'

/**
 * Lets time pass without any transaction of the chain: offers that have run out by the given moment no longer count.
 * @returns how many collections lost an offer.
 */
export async function settleTime(db: Database, nowMicros: bigint): Promise<number> {
  let count = 0
  await inTransaction(db, async (at) => {
    if (!(await hasExpired(at, nowMicros))) return { last: [] }
    const settled = await advanceClock(at, nowMicros)
    const collections = await expireOffers(at, settled / 1_000_000n)
    const read = await readFigures(at, collections)
    const figures = read.map(({ before, figures: after }) => ({ before, after }))
    count = collections.length
    return { last: [writeStats(at, figures), writeChangeFeed(at, [], figures, settled)] }
  })
  return count
}

/**
 * Moves the clock on; it never goes back.
 * @returns where it stands then.
 */
export async function advanceClock(at: Statements, micros: bigint): Promise<bigint> {
  const { rows } = await sql<{ settled_micros: bigint }>`
    update market.clock set settled_micros = greatest(settled_micros, ${micros}::bigint) returning settled_micros`.execute(
    at,
  )
  return rows[0]?.settled_micros ?? micros
}

async function hasExpired(at: Statements, nowMicros: bigint): Promise<boolean> {
  const seconds = nowMicros / 1_000_000n
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from market.collection_offers where validity = 'valid' and expires_at_seconds <= ${seconds})
      or exists (select from market.token_offers where validity = 'valid' and expires_at_seconds <= ${seconds}) as some`.execute(
    at,
  )
  return rows[0]?.some ?? false
}
