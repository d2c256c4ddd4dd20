import { memoize } from '@opal/domain/memoize'
import { CompiledQuery } from 'kysely'
import type { Columns, RowOf, Table } from '../schema/table.ts'
import type { Executor } from './pipelining.ts'
import { keyText, quote, writeRows } from './write-rows.ts'

/** Written rows, and the stored rows that they replaced. */
export interface Replaced<Row> {
  readonly written: readonly Row[]
  /** Updated and deleted rows, with their previous values. */
  readonly before: readonly Row[]
}

/** Inserts, updates and deletes that turn the stored rows into the given ones. */
export interface Replacement<Row> extends Replaced<Row> {
  /** Stored rows without a new row of the same key. */
  readonly deleted: readonly Row[]
}

/**
 * Compares stored rows with recomputed ones, so that only differences are written: most recomputed
 * rows are unchanged.
 * @param stored every row that the new ones replace.
 */
export function compareRows<Of extends Columns>(
  table: Table<Of>,
  stored: readonly RowOf<Table<Of>>[],
  wanted: readonly RowOf<Table<Of>>[],
): Replacement<RowOf<Table<Of>>> {
  const old = new Map(stored.map((row) => [keyText(table, row), row]))
  const after = new Map(wanted.map((row) => [keyText(table, row), row]))
  const written = [...after].filter(([key, row]) => !isSame(table, row, old.get(key))).map(([, row]) => row)
  const deleted = [...old].filter(([key]) => !after.has(key)).map(([, row]) => row)
  const updated = [...old].filter(([key, row]) => after.has(key) && !isSame(table, row, after.get(key)))
  return { written, deleted, before: [...deleted, ...updated.map(([, row]) => row)] }
}

/** Writes the differences that {@link compareRows} found. */
export async function writeReplacement<Of extends Columns>(
  db: Executor,
  table: Table<Of>,
  { deleted, written, before }: Replacement<RowOf<Table<Of>>>,
): Promise<void> {
  const isNew = db.load !== undefined && before.length === 0
  await Promise.all([deleteRows(db, table, deleted), writeRows(db, table, written, isNew ? 'add' : 'overwrite')])
}

async function deleteRows<Of extends Columns>(
  db: Executor,
  table: Table<Of>,
  rows: readonly RowOf<Table<Of>>[],
): Promise<void> {
  if (rows.length === 0) return
  const values = table.key.map((name) => rows.map((row) => (row as Record<string, unknown>)[name]))
  await db.getExecutor().executeQuery(CompiledQuery.raw(deleteText(table), values))
}

const deleteText = memoize(({ name, key, columns }: Pick<Table<Columns>, 'name' | 'key' | 'columns'>): string => {
  const arrays = key.map((column, index) => `$${index + 1}::${columns[column]?.pgType ?? 'text'}[]`).join(', ')
  return `delete from ${name} where (${key.map(quote).join(', ')}) in (select * from unnest(${arrays}))`
})

function isSame<Of extends Columns>(table: Table<Of>, a: RowOf<Table<Of>>, b: RowOf<Table<Of>> | undefined): boolean {
  if (b === undefined) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return Object.keys(table.columns).every((name) => left[name] === right[name])
}
