import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { DERIVED_TABLES, METADATA_TABLES } from '../../schema/table-groups.ts'
import { deleteUnwritten } from './unwritten-transactions.ts'

/** Reads the reasons for a pending rebuild of all derived rows; empty when none is due. */
export async function readRebuildsDue(db: Database): Promise<readonly string[]> {
  const rows = await db.selectFrom('chain.rebuilds_due').select('reason').orderBy('reason').execute()
  return rows.map((row) => row.reason)
}

/** Pending derivations that a rebuild completes. */
const UNDER_WAY = ['chain.rebuilds_due', 'chain.decode_resumes'] as const

const WAITING = [
  'market.points_due',
  'market.bidders_due',
  'market.refusals_due',
  'market.pools_due',
  'market.pools_raised',
  'market.unsettled_orders',
  'market.rarity_queue',
  'market.token_list_item_queue',
  'market.list_item_sweeps',
  'market.dead_letters',
] as const

/**
 * Empties every derived table before a rebuild from the raw rows. Readers see the old rows until the commit. The clock begins again at the chain's
 * time, so that one that was ahead for a moment ends no order for good.
 */
export async function clearDerived(db: DatabaseTransaction): Promise<void> {
  await sql`update market.clock set settled_micros = 0`.execute(db)
  // Before the hours that they sum up, so that deleting these updates no sums.
  await sql`select market.clear_windows()`.execute(db)
  for (const table of [...DERIVED_TABLES, ...METADATA_TABLES, ...WAITING, ...UNDER_WAY])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await deleteUnwritten(db)
  // An interrupted derivation leaves sums that deleting the rows does not clear.
  await sql`delete from market.wallet_points`.execute(db)
}
