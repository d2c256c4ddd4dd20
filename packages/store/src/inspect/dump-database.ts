import type { Database } from '../connect.ts'
import { DERIVED_TABLES } from '../tables/derived-tables.ts'
import { STATE_TABLES } from '../tables/state-tables.ts'
import type { Tables } from '../tables/tables.ts'
import { readAllRows } from './read-all-rows.ts'

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

/** Every comparable row as text, sorted, by table: two databases of one history give equal dumps. */
export async function dumpDatabase(db: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const dump: Record<string, readonly string[]> = {}
  for (const table of COMPARABLE_TABLES) dump[table] = (await readAllRows(db, table)).map(toText).sort()
  return dump
}

function toText(row: Record<string, unknown>): string {
  const kept = Object.entries(row).filter(([name]) => !CLOCKS.has(name))
  return JSON.stringify(Object.fromEntries(kept), (_, value) => (typeof value === 'bigint' ? value.toString() : value))
}
