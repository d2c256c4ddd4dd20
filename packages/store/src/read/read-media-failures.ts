import { sql } from 'kysely'
import { type Reader, readRow, readRows } from './read-rows.ts'

/** Documents and pictures that wait, or were given up; each counted up to a bound. */
export interface MediaCounts {
  readonly pendingDocuments: number
  readonly failedDocuments: number
  readonly pendingPictures: number
  readonly failedPictures: number
}

/** How many of a collection's tokens lack their document. */
export interface MediaFailures {
  readonly collectionId: string
  readonly name: string | null
  readonly failed: number
  /** What one of them failed with. */
  readonly error: string | null
}

const MOST = 100_000

/** Cheap enough to be asked every few seconds: each count ends at 100,000. */
export async function countMedia(reader: Reader): Promise<MediaCounts> {
  const count = (table: string, status: string) =>
    sql`(select count(*) from (select from ${sql.table(table)} where status = ${sql.lit(status)} limit ${sql.lit(MOST)}) counted)::integer`
  const row = await readRow(
    reader,
    sql<MediaCounts>`select ${count('market.metadata', 'pending')} as "pendingDocuments",
      ${count('market.metadata', 'failed')} as "failedDocuments", ${count('market.images', 'pending')} as "pendingPictures",
      ${count('market.images', 'failed')} as "failedPictures"`,
  )
  return row ?? { pendingDocuments: 0, failedDocuments: 0, pendingPictures: 0, failedPictures: 0 }
}

/** Collections with tokens whose documents were given up, most first. */
export function readMediaFailures(reader: Reader, limit: number): Promise<readonly MediaFailures[]> {
  return readRows(
    reader,
    sql<MediaFailures>`
      select t.collection_id as "collectionId", max(c.collection_name) as name, count(*)::integer as failed,
        max(m.error) as error
      from market.metadata m join chain.current_token_datas_v2 t on t.token_uri = m.uri
      left join chain.current_collections_v2 c using (collection_id)
      where m.status = 'failed'
      group by t.collection_id order by count(*) desc, t.collection_id limit ${limit}`,
  )
}
