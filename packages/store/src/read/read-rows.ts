import type { RawBuilder } from 'kysely'
import type { Store } from '../connect.ts'

/** What a question needs of the store. */
export type Reader = Pick<Store, 'db'>

/** Runs one statement and gives its rows. */
export async function readRows<Row>(reader: Reader, query: RawBuilder<Row>): Promise<readonly Row[]> {
  return (await query.execute(reader.db)).rows
}

/** Runs one statement and gives its first row, or null. */
export async function readRow<Row>(reader: Reader, query: RawBuilder<Row>): Promise<Row | null> {
  return (await readRows(reader, query))[0] ?? null
}
