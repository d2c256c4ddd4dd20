import { sql } from 'kysely'
import type { Database } from '../connect.ts'
import type { Tables } from '../tables/tables.ts'

const BATCH = 1_000

/** Makes a table of one database hold what that of another holds. The reader must be in a transaction. */
export async function copyRows(from: Database, to: Database, table: keyof Tables): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(to)
  const cursor = sql.ref(`copy_${table.replace('.', '_')}`)
  await sql`declare ${cursor} no scroll cursor for select to_jsonb(t)::text as row from ${sql.table(table)} t`.execute(
    from,
  )
  while (true) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.raw(String(BATCH))} from ${cursor}`.execute(from)
    if (rows.length === 0) break
    await sql`insert into ${sql.table(table)}
      select * from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${rows.map(({ row }) => row).join(',')}]`}::jsonb)`.execute(
      to,
    )
  }
  await sql`close ${cursor}`.execute(from)
}
