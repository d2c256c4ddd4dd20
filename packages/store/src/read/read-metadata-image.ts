import { sql } from 'kysely'
import { type Reader, readRow } from './read-rows.ts'

/** The image that a metadata document names; null when it names none, or has not been read. */
export async function readMetadataImage(reader: Reader, uri: string): Promise<string | null> {
  const row = await readRow(reader, sql<{ image: string | null }>`select image from market.metadata where uri = ${uri}`)
  return row?.image ?? null
}
