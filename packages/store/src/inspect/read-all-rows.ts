import type { Database } from '../connect.ts'
import type { Tables } from '../tables/tables.ts'

/** Every row of a table, in no order: for comparing whole databases, never for pages. */
export async function readAllRows(db: Database, table: keyof Tables): Promise<readonly Record<string, unknown>[]> {
  return db.selectFrom(table).selectAll().execute()
}
