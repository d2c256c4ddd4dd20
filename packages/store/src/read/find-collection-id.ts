import { sql } from 'kysely'
import { type Reader, readRow, readRows } from './read-rows.ts'

/** Is there a collection with this id? */
export async function hasCollection(reader: Reader, collectionId: string): Promise<boolean> {
  return (
    (await readRow(reader, sql`select 1 from chain.current_collections_v2 where collection_id = ${collectionId}`)) !==
    null
  )
}

/** Ids and names of the collections whose id begins so; at most ten. @param prefix `0x` and some hex digits, lower case. */
export function findCollectionsByIdPrefix(
  reader: Reader,
  prefix: string,
): Promise<readonly { collectionId: string; name: string }[]> {
  return readRows(
    reader,
    sql<{ collectionId: string; name: string }>`
    select collection_id as "collectionId", collection_name as name from chain.current_collections_v2
    where collection_id >= ${prefix.padEnd(66, '0')} and collection_id <= ${prefix.padEnd(66, 'f')}
    order by collection_id limit 10`,
  )
}

/** Id of the collection with exactly this name; of several the most traded. Null when there is none. */
export async function findCollectionByName(reader: Reader, name: string): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ id: string }>`
    select c.collection_id as id from chain.current_collections_v2 c
    left join market.collection_stats s using (collection_id)
    where c.collection_name = ${name}
    order by coalesce(s.volume_all_octas, 0) desc, c.collection_id limit 1`,
  )
  return row?.id ?? null
}
