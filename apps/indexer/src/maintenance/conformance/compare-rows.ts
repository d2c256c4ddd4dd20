import { isDeepStrictEqual } from 'node:util'
import { excuse } from './excuse.ts'
import { normaliseValue } from './normalise-value.ts'
import type { OfficialTable } from './official-tables.ts'
import { ourMarketplace } from './processors.ts'

/** Depth of the comparison: keys; keys and deciding columns; every column. */
export type Level = 1 | 2 | 3

export interface Comparison {
  /** The first difference in words, or null. */
  readonly difference: string | null
  readonly excused: readonly string[]
}

type Row = Readonly<Record<string, unknown>>

/** Left out on both sides, as the official tests do. */
const IGNORED = new Set(['inserted_at', 'transaction_timestamp'])

/** Compares the expected rows of one table with ours, sorted by key. */
export function compareRows(
  name: string,
  table: OfficialTable,
  expected: readonly Row[],
  actual: readonly Row[],
  level: Level,
): Comparison {
  const wanted = byKey(table, expected)
  const found = byKey(table, actual.map(withRustNames))
  for (const key of wanted.keys()) if (!found.has(key)) return differs(`${name}: row ${key} is missing`)
  for (const key of found.keys()) if (!wanted.has(key)) return differs(`${name}: row ${key} should not be there`)
  if (wanted.size !== expected.length) return differs(`${name}: the expected rows repeat a key`)
  const excused: string[] = []
  for (const [key, row] of wanted) {
    for (const column of columnsOf(table, row, level)) {
      if (row[column] === null && table.leftOut?.includes(column)) {
        excused.push(`${name} ${key} ${column}: a column that is left out, and empty`)
        continue
      }
      const difference = compareColumn(row, found.get(key) as Row, column)
      const proof = difference === null ? null : excuse(column, row, (found.get(key) as Row)[column])
      if (proof !== null) excused.push(`${name} ${key} ${proof}`)
      else if (difference !== null) return { difference: `${name}: row ${key}, column ${difference}`, excused }
    }
  }
  return { difference: null, excused }
}

function differs(difference: string): Comparison {
  return { difference, excused: [] }
}

function byKey(table: OfficialTable, rows: readonly Row[]): ReadonlyMap<string, Row> {
  const normalised = rows.map(normaliseRow)
  const keyed = normalised.map((row) => [`(${table.key.map((column) => row[column]).join(', ')})`, row] as const)
  return new Map(keyed.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function normaliseRow(row: Row): Row {
  const entries = Object.entries(row).map(([column, value]) => [column, normaliseColumn(column, value)])
  return Object.fromEntries(entries)
}

function normaliseColumn(column: string, value: unknown): unknown {
  return column === 'marketplace' && typeof value === 'string' ? ourMarketplace(value) : normaliseValue(value)
}

/** The expected files write the column `type` as the Rust structs do. */
function withRustNames(row: Row): Row {
  return 'type' in row ? { ...row, type_: row.type } : row
}

function columnsOf(table: OfficialTable, row: Row, level: Level): readonly string[] {
  if (level === 1) return []
  const columns = level === 2 ? table.deciding.filter((column) => column in row) : Object.keys(row)
  return columns.filter((column) => !IGNORED.has(column))
}

function compareColumn(expected: Row, actual: Row, column: string): string | null {
  if (!(column in actual)) return `${column}: we have no such column`
  if (isDeepStrictEqual(expected[column], actual[column])) return null
  return `${column}: expected ${show(expected[column])}, got ${show(actual[column])}`
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
