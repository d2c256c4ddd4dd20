import type { Store } from '../connect.ts'

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

/** The statement that writes any number of such rows, and nothing else: the least that a write can be. */
export function bareInsert({ table, columns }: BareRows): string {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  return `insert into ${table} (${names}) select * from unnest(${arrays}) on conflict do nothing`
}

/** Parameters of {@link bareInsert} for some of the rows. */
export function bareValues({ values }: BareRows, from: number, to: number): unknown[] {
  return values.map((column) => column.slice(from, to))
}
