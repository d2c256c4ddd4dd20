import { HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'

/**
 * Stores the sums and floor changes that collections and wallets are ranked by as of the full hour that follows a time. They may be of any other
 * hour: rankings are right then too, and slower.
 */
export async function moveWindows(db: Database, nowMicros: bigint): Promise<void> {
  const hour = ((nowMicros + HOUR_MICROS - 1n) / HOUR_MICROS) * HOUR_MICROS
  await sql`select market.move_windows(${hour}::bigint)`.execute(db)
}

/** Stores them as of the same hour as in another database, if they are stored there. */
export async function moveWindowsAlike(db: Database, other: Database): Promise<void> {
  const { rows } = await sql<{ hour: bigint | null }>`select hour_micros as hour from market.window_hour`.execute(other)
  const hour = rows[0]?.hour ?? null
  if (hour !== null) await moveWindows(db, hour)
}
