import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import { DERIVED_TABLES, METADATA_TABLES } from '../tables/derived-tables.ts'

/** Empties every derived table, so that it can be made again from the raw rows. Readers see the old rows until the commit. */
export async function clearDerived(db: DatabaseTransaction): Promise<void> {
  for (const table of [...DERIVED_TABLES, ...METADATA_TABLES, 'market.rarity_queue'])
    await sql`delete from ${sql.table(table)}`.execute(db)
}
