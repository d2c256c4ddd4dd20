import { CompiledQuery } from 'kysely'
import type { Columns, RowOf, Table } from '../schema/table.ts'
import type { Executor } from './pipelining.ts'
import { writeRows } from './write-rows.ts'

/** Rows that were written and removed. */
export interface Replaced<Row> {
  readonly written: readonly Row[]
  /** As they were before. */
  readonly removed: readonly Row[]
}

/** Inserts, updates and deletions that turn the stored rows into the given ones. */
export interface Replacement<Row> extends Replaced<Row> {
  /** Removed rows whose keys are not written again. */
  readonly gone: readonly Row[]
}

/**
 * Compares stored rows with the rows that should be there, so that only differences are written: most recomputed
 * rows are unchanged.
 * @param stored every row that the new ones replace.
 */
export function compareRows<Of extends Columns>(
  table: Table<Of>,
  stored: readonly RowOf<Table<Of>>[],
  wanted: readonly RowOf<Table<Of>>[],
): Replacement<RowOf<Table<Of>>> {
  const before = new Map(stored.map((row) => [keyOf(table, row), row]))
  const after = new Map(wanted.map((row) => [keyOf(table, row), row]))
  const written = [...after].filter(([key, row]) => !isSame(table, row, before.get(key))).map(([, row]) => row)
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, row]) => row)
  const changed = [...before].filter(([key, row]) => after.has(key) && !isSame(table, row, after.get(key)))
  return { written, gone, removed: [...gone, ...changed.map(([, row]) => row)] }
}

/** Writes what {@link compareRows} found. */
export async function writeReplacement<Of extends Columns>(
  at: Executor,
  table: Table<Of>,
  { gone, written }: Replacement<RowOf<Table<Of>>>,
): Promise<void> {
  await Promise.all([deleteRows(at, table, gone), writeRows(at, table, written, 'overwrite')])
}

async function deleteRows<Of extends Columns>(
  at: Executor,
  table: Table<Of>,
  rows: readonly RowOf<Table<Of>>[],
): Promise<void> {
  if (rows.length === 0) return
  const values = table.key.map((name) => rows.map((row) => (row as Record<string, unknown>)[name]))
  await at.getExecutor().executeQuery(CompiledQuery.raw(deleteText(table), values))
}

/** Statement texts by table, built once. */
const texts = new WeakMap<object, string>()

function deleteText<Of extends Columns>(table: Table<Of>): string {
  const known = texts.get(table)
  if (known !== undefined) return known
  const names = table.key.map((name) => `"${name}"`).join(', ')
  const arrays = table.key.map((name, index) => `$${index + 1}::${table.columns[name]?.pgType ?? 'text'}[]`).join(', ')
  const text = `delete from ${table.name} where (${names}) in (select * from unnest(${arrays}))`
  texts.set(table, text)
  return text
}

function keyOf<Of extends Columns>(table: Table<Of>, row: RowOf<Table<Of>>): string {
  return table.key.map((name) => String((row as Record<string, unknown>)[name])).join('\u0000')
}

function isSame<Of extends Columns>(table: Table<Of>, a: RowOf<Table<Of>>, b: RowOf<Table<Of>> | undefined): boolean {
  if (b === undefined) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return Object.keys(table.columns).every((name) => left[name] === right[name])
}
