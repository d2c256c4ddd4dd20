import type { Store } from '../driver/connection.ts'
import { writeRows } from '../driver/write-rows.ts'
import type { Columns, RowOf, Table } from '../schema/table.ts'

/** Puts rows straight into a table, for tests of what is read. */
export async function insertRows<Of extends Columns>(
  store: Pick<Store, 'db'>,
  table: Table<Of>,
  rows: readonly RowOf<Table<Of>>[],
): Promise<void> {
  await store.db.transaction().execute((transaction) => writeRows(transaction, table, rows, 'overwrite'))
}
