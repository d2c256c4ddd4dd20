import type { Json } from '@opal/domain/json'
import { memoize } from '@opal/domain/memoize'
import { CompiledQuery } from 'kysely'
import type { Column, Columns, RowOf, Table } from '../schema/table.ts'
import type { Executor } from './pipelining.ts'
import { toStorableJson, toStorableText } from './storable-text.ts'

/**
 * Handling of a row whose key exists: `keep` leaves the stored one, `overwrite` replaces it, `newer`
 * replaces it unless the stored one has a greater value in the named column, but for the column `kept`. `add` fails; it is for
 * rows that cannot exist yet, and costs about half as much as the others.
 */
export type Conflict<Of extends Columns> = 'keep' | 'overwrite' | 'add' | Newer<Of>

interface Newer<Of extends Columns> {
  readonly newer: keyof Of & string
  /** A column that keeps the value of the row that was first. */
  readonly kept?: keyof Of & string
}

/**
 * Inserts any number of rows with one statement (`unnest` of one array per column).
 * When several rows have one key, the first wins; with `overwrite` and `newer`, the last.
 * @returns how many rows were inserted or updated.
 */
export async function writeRows<Of extends Columns>(
  db: Executor,
  table: Table<Of>,
  rows: readonly RowOf<Table<Of>>[],
  conflict: Conflict<Of>,
): Promise<number> {
  if (rows.length === 0) return 0
  const unique = uniqueByKey(table, rows, conflict)
  if (db.load !== undefined && conflict === 'add') {
    await db.load(table, unique)
    return unique.length
  }
  const result = await db
    .getExecutor()
    .executeQuery(CompiledQuery.raw(insertText(table, conflict), toArrays(table, unique)))
  return Number(result.numAffectedRows ?? 0n)
}

/** Returns one array of values per column, as the statement's parameters. */
function toArrays<Of extends Columns>(table: Table<Of>, rows: readonly RowOf<Table<Of>>[]): unknown[][] {
  return Object.entries(table.columns).map(([name, column]) =>
    rows.map((row) => toParameter(column, (row as Record<string, unknown>)[name])),
  )
}

/** Writes a null in a non-nullable jsonb column as JSON's own null. */
function toParameter(column: Column<unknown>, value: unknown): unknown {
  if (column.isJson) return value === null && column.isNullable ? null : toStorableJson(value as Json)
  return typeof value === 'string' ? toStorableText(value) : value
}

function uniqueByKey<Of extends Columns>(
  table: Table<Of>,
  rows: readonly RowOf<Table<Of>>[],
  conflict: Conflict<Of>,
): readonly RowOf<Table<Of>>[] {
  if (rows.length === 1) return rows
  const keepFirst = conflict === 'keep' || conflict === 'add'
  const kept = typeof conflict === 'string' ? undefined : conflict.kept
  const byKey = new Map<string, RowOf<Table<Of>>>()
  for (const row of rows) {
    const key = keyText(table, row)
    const former = byKey.get(key)
    if (former === undefined) byKey.set(key, row)
    else if (!keepFirst) byKey.set(key, kept === undefined ? row : { ...row, [kept]: former[kept] })
  }
  return byKey.size === rows.length ? rows : [...byKey.values()]
}

/** Returns a row's key as text. Concatenated by hand, because it runs for every written row. */
export function keyText<Of extends Columns>(table: Table<Of>, row: RowOf<Table<Of>>): string {
  let key = ''
  for (const name of table.key) key += `${(row as Record<string, unknown>)[name]}\u0000`
  return key
}

/** Statement texts of a table by conflict: the driver finds prepared statements by the same string. */
const textsOf = memoize((_table: object) => new Map<string, string>())

function insertText<Of extends Columns>(table: Table<Of>, conflict: Conflict<Of>): string {
  const texts = textsOf(table)
  const name = typeof conflict === 'string' ? conflict : `${conflict.newer} ${conflict.kept}`
  const text = texts.get(name) ?? makeInsertText(table, conflict)
  texts.set(name, text)
  return text
}

function makeInsertText<Of extends Columns>(table: Table<Of>, conflict: Conflict<Of>): string {
  const names = Object.keys(table.columns)
  // In the select list rather than in `from`, where PostgreSQL materializes each array first.
  const arrays = Object.values(table.columns).map((column, index) => `unnest($${index + 1}::${column.pgType}[])`)
  return `insert into ${table.name} as stored (${names.map(quote).join(', ')})
    select ${arrays.join(', ')} ${conflictText(table, conflict)}`
}

function conflictText<Of extends Columns>(table: Table<Of>, conflict: Conflict<Of>): string {
  if (conflict === 'add') return ''
  return `on conflict (${table.key.map(quote).join(', ')}) ${conflictAction(table, conflict)}`
}

function conflictAction<Of extends Columns>(table: Table<Of>, conflict: Exclude<Conflict<Of>, 'add'>): string {
  if (conflict === 'keep') return 'do nothing'
  const kept = conflict === 'overwrite' ? undefined : conflict.kept
  const others = Object.keys(table.columns).filter((name) => !table.key.includes(name) && name !== kept)
  const update = `do update set ${others.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')}`
  if (conflict === 'overwrite') return update
  return `${update} where excluded.${quote(conflict.newer)} >= stored.${quote(conflict.newer)}`
}

/** Quotes a column's name. */
export function quote(name: string): string {
  return `"${name}"`
}
