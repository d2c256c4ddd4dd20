import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** The marketplaces that go on after a stop, and make up for what they left out meanwhile. */
export async function readResuming(reader: Reader): Promise<readonly string[]> {
  const rows = await readRows(
    reader,
    sql<{ marketplace: string }>`select marketplace from chain.decode_resumes order by marketplace`,
  )
  return rows.map(({ marketplace }) => marketplace)
}
