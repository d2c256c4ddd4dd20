import { sql } from 'kysely'
import { type Reader, readRow } from './read-rows.ts'

/** Does a token or a collection name this address: as its document, or in it as its picture, film or sound? */
export async function isKnownMedia(reader: Reader, src: string): Promise<boolean> {
  const row = await readRow(
    reader,
    sql<{ isKnown: boolean }>`
    select exists (select from market.metadata where uri = ${src})
      or exists (select from market.metadata where image = ${src})
      or exists (select from market.metadata where animation_url = ${src}) as "isKnown"`,
  )
  return row?.isKnown ?? false
}
