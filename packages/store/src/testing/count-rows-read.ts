import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { type Reader, readRow } from '../queries/read-rows.ts'

/** Runs queries, and returns how many rows of a table they read: by scanning it, or fetched by an index. */
export function countRowsRead(
  store: Pick<Store, 'db'>,
  table: `${string}.${string}`,
  work: (reader: Reader) => Promise<unknown>,
): Promise<bigint> {
  return store.db.transaction().execute(async (transaction) => {
    const reader = { db: transaction }
    const count = async () =>
      await readRow(
        reader,
        sql<{ read: bigint }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read
          from pg_stat_xact_all_tables where relid = ${table}::regclass`,
      )
    const before = await count()
    await work(reader)
    return ((await count())?.read ?? 0n) - (before?.read ?? 0n)
  })
}
