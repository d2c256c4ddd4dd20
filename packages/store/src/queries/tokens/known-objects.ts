import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** Reads which of some addresses are those of items or collections, burnt ones among them. */
export async function readKnownObjects(reader: Reader, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await readRows(
    reader,
    sql<{ readonly address: string }>`
    select token_data_id as address from chain.current_token_datas_v2 where token_data_id = any(${[...addresses]}::text[])
    union all
    select collection_id from chain.current_collections_v2 where collection_id = any(${[...addresses]}::text[])`,
  )
  return new Set(rows.map(({ address }) => address))
}
