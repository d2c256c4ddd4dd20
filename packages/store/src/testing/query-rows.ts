import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'

/** Asks a test's or benchmark's database in plain SQL, unescaped: never with untrusted input. */
export async function queryRows<Row = Record<string, unknown>>({ db }: Store, text: string): Promise<readonly Row[]> {
  return (await sql<Row>`${sql.raw(text)}`.execute(db)).rows
}
