import { isDeepStrictEqual } from 'node:util'
import { pairedMetadata } from '@opal/chain/fungible/coin-type'
import { isJsonObject, type Json } from '@opal/domain/json'
import type { OfficialTable } from './official-tables.ts'
import { ourMarketplace } from './processors.ts'

const HEX_ADDRESS = /^0x[0-9a-f]{1,64}$/i
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?$/

/**
 * One form for both sides of a comparison: addresses at full length, numbers as their digits, timestamps with a `T` and
 * without trailing zeros; inside JSON values likewise, save that numbers stay numbers.
 */
function normaliseValue(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  return normaliseJson(value ?? null)
}

function normaliseJson(value: unknown): unknown {
  if (typeof value === 'string') return normaliseText(value)
  if (Array.isArray(value)) return value.map(normaliseJson)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, normaliseJson(each)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function normaliseText(text: string): string {
  if (HEX_ADDRESS.test(text)) return `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
  if (TIMESTAMP.test(text))
    return text
      .replace(' ', 'T')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')
  return text
}

/** Fields in which events name what a column says. */
const PROOFS: Readonly<Record<string, readonly string[]>> = {
  buyer: ['buyer', 'purchaser', 'bid_buyer'],
  seller: ['seller', 'bid_seller'],
}

/** Columns that name the coin of a balance or an activity. */
const COIN_COLUMNS: ReadonlySet<string> = new Set(['asset_type', 'asset_type_v1'])

/**
 * The kinds of difference that are excused: the official row leaves a column empty although the event it carries says it, or
 * does not know the coin that its asset is paired with.
 * @returns the proof, or null.
 */
function excuse(column: string, expected: Readonly<Record<string, unknown>>, actual: unknown): string | null {
  return pairingProof(column, expected, actual) ?? eventProof(column, expected, actual)
}

/** An asset's address follows from its coin's type, so a pairing proves itself. */
function pairingProof(column: string, expected: Readonly<Record<string, unknown>>, actual: unknown): string | null {
  if (!COIN_COLUMNS.has(column) || typeof actual !== 'string' || !actual.includes('::')) return null
  const metadata = pairedMetadata(actual)
  const asset = expected.asset_type_v2 ?? expected.asset_type
  const isLeftOut = expected[column] === null || normaliseValue(expected[column]) === metadata
  if (!isLeftOut || normaliseValue(asset) !== metadata) return null
  return `${column}: the asset ${metadata} is paired with ${actual}`
}

function eventProof(column: string, expected: Readonly<Record<string, unknown>>, actual: unknown): string | null {
  if (expected[column] !== null || actual === null) return null
  const record = expected.json_data as Json | undefined
  const data = isJsonObject(record) ? record.data : undefined
  if (!isJsonObject(data)) return null
  const field = (PROOFS[column] ?? []).find((name) => name in data && normaliseValue(data[name]) === actual)
  return field === undefined ? null : `${column}: the event says ${field} = ${String(data[field])}`
}

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
