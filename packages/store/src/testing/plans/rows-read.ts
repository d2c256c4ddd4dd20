import { type Kysely, sql } from 'kysely'
import type { Store } from '../../driver/connection.ts'
import type { Tables } from '../../schema/tables.ts'

/** Settings of a connection that writes batches. @source packages/store/src/driver/connection.ts WRITER_PLANS */
const OFF = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

/** Does some work on one connection with a writer's plans, and returns how many rows it reads of each table, in the order of the tables. */
export function rowsReadByWriter(
  store: Pick<Store, 'db'>,
  tables: readonly (keyof Tables)[],
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<readonly bigint[]> {
  return rowsReadBy(store, tables, async (connection) => {
    for (const setting of OFF)
      await sql`select set_config(${setting}, 'off', false), set_config('plan_cache_mode', 'force_generic_plan', false)`.execute(
        connection,
      )
    await work(connection)
  })
}

/** Does some work on one connection with the store's plans, and returns how many rows it reads of each table, in the order of the tables. */
export function rowsReadBy(
  { db }: Pick<Store, 'db'>,
  tables: readonly string[],
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<readonly bigint[]> {
  return db.connection().execute(async (connection) => {
    const before = await rowsRead(connection, tables)
    await work(connection)
    const after = await rowsRead(connection, tables)
    return after.map((read, at) => read - (before[at] ?? 0n))
  })
}

async function rowsRead(db: Kysely<Tables>, tables: readonly string[]): Promise<readonly bigint[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: bigint }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read
    from unnest(${tables}::text[]) with ordinality as asked (name, n)
    join pg_stat_all_tables s on s.relid = asked.name::regclass order by n`.execute(db)
  return rows.map(({ read }) => read)
}
