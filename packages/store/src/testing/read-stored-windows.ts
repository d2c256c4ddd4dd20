import { sql } from 'kysely'
import type { Database } from '../driver/connection.ts'

/** Reads what collections and wallets are ranked by as it is stored; sums of 0 and unknown changes are the same as no row. */
export async function readStoredWindows(db: Database): Promise<readonly unknown[]> {
  const sums = await sql`select * from market.window_sales where month_sales > 0 order by 1`.execute(db)
  const changes = await sql`select * from market.window_changes
    where coalesce(day_change, week_change, month_change) is not null order by 1`.execute(db)
  const points = await sql`select * from market.wallet_points order by 1`.execute(db)
  return [sums.rows, changes.rows, points.rows]
}
