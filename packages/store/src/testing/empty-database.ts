import { sql } from 'kysely'
import type { Database } from '../driver/connection.ts'
import { COMPARABLE_TABLES } from '../maintenance/inspect/table-rows.ts'

/** Takes everything that indexing wrote out of a database, the checkpoint too: as if it had seen nothing. */
export async function emptyDatabase(db: Database): Promise<void> {
  const others = ['chain.checkpoints', 'chain.raw_ranges', 'chain.derive_runs', 'market.wallet_points']
  for (const table of [...COMPARABLE_TABLES, ...others]) await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`update market.clock set settled_micros = 0`.execute(db)
}
