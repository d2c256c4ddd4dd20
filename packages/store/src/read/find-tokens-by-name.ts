import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** Ids of the tokens with exactly this name, burnt ones left out, by id. @param collectionName only in collections of exactly this name. */
export async function findTokensByName(
  reader: Reader,
  name: string,
  { take, collectionName }: { readonly take: number; readonly collectionName?: string },
): Promise<readonly string[]> {
  const within =
    collectionName === undefined
      ? sql``
      : sql`and exists (select from chain.current_collections_v2 c
          where c.collection_id = t.collection_id and c.collection_name = ${collectionName})`
  const rows = await readRows(
    reader,
    sql<{ id: string }>`
    select t.token_data_id as id from chain.current_token_datas_v2 t
    where t.token_name = ${name} and t.is_deleted_v2 is not true ${within}
    order by t.token_data_id limit ${take}`,
  )
  return rows.map((row) => row.id)
}
