import { sql } from 'kysely'
import { listedCondition } from './find-collection-tokens.ts'
import { type Reader, readRow } from './read-rows.ts'
import { type TokenFilter, tokenWhere } from './token-filter.ts'

/** Counting stops here. */
export const MAX_COUNT = 10_000

/** How many tokens of a collection match, counted up to {@link MAX_COUNT}. */
export async function countCollectionTokens(reader: Reader, filter: TokenFilter): Promise<number> {
  const row = await readRow(
    reader,
    sql<{ n: bigint }>`
    select count(*) as n from (
      select from chain.current_token_datas_v2 t
      where t.collection_id = ${filter.collectionId} ${tokenWhere(filter)} ${listedCondition(filter)} limit ${MAX_COUNT}
    ) as matching`,
  )
  return Number(row?.n ?? 0n)
}
