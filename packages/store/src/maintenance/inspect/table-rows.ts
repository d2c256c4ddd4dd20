import { type RawBuilder, sql } from 'kysely'
import type { Database, Store } from '../../driver/connection.ts'
import { DERIVED_TABLES, STATE_TABLES } from '../../schema/table-groups.ts'
import type { Tables } from '../../schema/tables.ts'

/** Reads every row of a table, in no order: for comparing whole databases, never for pages. */
export async function readAllRows(db: Database, table: keyof Tables): Promise<readonly Record<string, unknown>[]> {
  return db.selectFrom(table).selectAll().execute()
}

/** Tables whose rows depend on the transactions written alone. The change feed and fetched metadata do not. */
export const COMPARABLE_TABLES: readonly (keyof Tables)[] = [
  'chain.transactions',
  'chain.events',
  'chain.changes',
  ...STATE_TABLES,
  ...DERIVED_TABLES,
]

/** Columns that hold the server's clock. */
const CLOCKS = new Set(['inserted_at', 'updated_at', 'stopped_at'])

/** Returns every comparable row as text, sorted, by table: two databases of one history give equal dumps. */
export async function dumpDatabase(db: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  return await dumpTables(db, COMPARABLE_TABLES)
}

/** Dumps some tables, as {@link dumpDatabase} does all. */
export async function dumpTables(
  db: Database,
  tables: readonly (keyof Tables)[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const dump: Record<string, readonly string[]> = {}
  for (const table of tables) dump[table] = (await readAllRows(db, table)).map(toText).sort()
  return dump
}

function toText(row: Record<string, unknown>): string {
  const comparable = Object.entries(row).filter(([name]) => !CLOCKS.has(name))
  return JSON.stringify(Object.fromEntries(comparable), (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

const BATCH = 1_000

/**
 * Makes a table of one database hold what that of another holds. The reader must be in a transaction.
 * @param only a condition on the rows: others stay as they are.
 */
export async function copyRows(
  from: Database,
  to: Database,
  table: keyof Tables,
  only: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${only}`.execute(to)
  const cursor = sql.ref(`copy_${table.replace('.', '_')}`)
  // A cursor takes no parameters.
  await sql`declare ${cursor} no scroll cursor for select to_jsonb(t)::text as row from ${sql.table(table)} t where ${only}`.execute(
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

/** All rows of a table as texts, column by column. */
export interface BareRows {
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** One array a column. */
  readonly values: readonly (readonly (string | null)[])[]
  readonly count: number
}

/** Reads a table to be written elsewhere with nothing around it. Numbers that the database gives out are left to it. */
export async function readBareRows({ pool }: Store, table: string): Promise<BareRows> {
  const { rows: columns } = await pool.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
     order by attnum`,
    [table],
  )
  const texts = columns.map(({ name }) => `"${name}"::text`).join(', ')
  const { rows } = await pool.query<(string | null)[]>({ text: `select ${texts} from ${table}`, rowMode: 'array' })
  const values = columns.map((_, index) => rows.map((row) => row[index] ?? null))
  return { table, columns, values, count: rows.length }
}

/** Returns the statement that writes any number of such rows, and nothing else: the least that a write can be. */
export function bareInsert({ table, columns }: BareRows): string {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  return `insert into ${table} (${names}) select * from unnest(${arrays}) on conflict do nothing`
}

/** Returns parameters of {@link bareInsert} for some of the rows. */
export function bareValues({ values }: BareRows, from: number, to: number): unknown[] {
  return values.map((column) => column.slice(from, to))
}
