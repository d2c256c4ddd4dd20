import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import type { Tables } from '../../schema/tables.ts'

/** A table to compare, by the columns that name a row. */
interface ComparedTable {
  readonly name: string
  readonly key: readonly string[]
}

/** One difference between two tables that should be equal. */
export interface Difference {
  readonly table: string
  /** The row's key, column by column. */
  readonly key: string
  /** Null: the whole row. */
  readonly column: string | null
  /** As text; null where the row or the value is missing. */
  readonly stored: string | null
  readonly expected: string | null
}

/** Columns that hold the server's clock. */
const CLOCKS = '{inserted_at,updated_at,stopped_at,fetched_at,next_attempt_at}'
const FETCH = 2_000

interface ComparedRow {
  readonly digest: string
  readonly row: Readonly<Record<string, string | null>>
}

/**
 * Compares a table of two databases row by row, in bounded memory. Both must be in a transaction.
 */
export async function* compareTables(
  stored: Database,
  expected: Database,
  name: keyof Tables,
): AsyncGenerator<Difference> {
  const table = { name, key: await primaryKeyOf(stored, name) }
  const [left, right] = [rowsInOrder(stored, table), rowsInOrder(expected, table)]
  let [a, b] = [await left.next(), await right.next()]
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : compare(a.value.digest, b.value.digest)
    if (order === 0 && !a.done && !b.done) yield* compareRows(table, a.value.row, b.value.row)
    else if (order < 0 && !a.done) yield lone(table, a.value.row, 'stored')
    else if (!b.done) yield lone(table, b.value.row, 'expected')
    if (order <= 0) a = await left.next()
    if (order >= 0) b = await right.next()
  }
}

/** Returns the columns of a key, without those that its index merely includes. */
async function primaryKeyOf(db: Database, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary and k.place <= i.indnkeyatts order by k.place`.execute(db)
  return rows.map((row) => row.name)
}

/** Ordered by a digest of the key, which sorts alike whatever the collation. */
async function* rowsInOrder(db: Database, { name, key }: ComparedTable): AsyncGenerator<ComparedRow> {
  const cursor = sql.ref(`verify_${name.replace('.', '_')}`)
  const parts = sql.join(key.map((column) => sql`${sql.ref(column)}::text`))
  await sql`declare ${cursor} no scroll cursor for
    select md5(concat_ws(chr(1), ${parts})) collate "C" as digest,
      (select jsonb_object_agg(key, value #>> '{}') from jsonb_each(to_jsonb(t) - ${sql.lit(CLOCKS)}::text[])) as row
    from ${sql.table(name)} t order by 1`.execute(db)
  while (true) {
    const { rows } = await sql<ComparedRow>`fetch ${sql.raw(String(FETCH))} from ${cursor}`.execute(db)
    yield* rows
    if (rows.length < FETCH) break
  }
  await sql`close ${cursor}`.execute(db)
}

function* compareRows(
  table: ComparedTable,
  stored: ComparedRow['row'],
  expected: ComparedRow['row'],
): Generator<Difference> {
  for (const column of Object.keys({ ...stored, ...expected })) {
    const [a, b] = [stored[column] ?? null, expected[column] ?? null]
    if (a !== b) yield { table: table.name, key: keyOf(table, stored), column, stored: a, expected: b }
  }
}

function lone(table: ComparedTable, row: ComparedRow['row'], side: 'stored' | 'expected'): Difference {
  const none = { stored: null, expected: null }
  return { table: table.name, key: keyOf(table, row), column: null, ...none, [side]: JSON.stringify(row) }
}

function keyOf({ key }: ComparedTable, row: ComparedRow['row']): string {
  return key.map((column) => `${column}=${row[column]}`).join(' ')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
