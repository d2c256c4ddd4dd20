import { type RawBuilder, sql } from 'kysely'
import { listedCondition } from './find-collection-tokens.ts'
import { type Reader, readRow } from './read-rows.ts'
import { type TokenFilter, tokenWhere } from './token-filter.ts'

/** Counting stops here. */
export const MAX_COUNT = 10_000

/** How many tokens of a collection match, counted up to {@link MAX_COUNT}. */
export async function countCollectionTokens(reader: Reader, filter: TokenFilter): Promise<number> {
  const row = await readRow(reader, sql<{ n: bigint }>`select count(*) as n from (${matching(filter)}) as matching`)
  return Number(row?.n ?? 0n)
}

function matching(filter: TokenFilter): RawBuilder<unknown> {
  if (isOfListingsOnly(filter)) return listedTokens(filter)
  return sql`select from chain.current_token_datas_v2 t
    where t.collection_id = ${filter.collectionId} ${tokenWhere(filter)} ${listedCondition(filter)} limit ${MAX_COUNT}`
}

/** A valid listing is of a token that its seller holds: the token itself need not be looked at. */
function isOfListingsOnly({ name, tokenDataId, listed, minOctas, maxOctas, marketplace }: TokenFilter): boolean {
  const asksForListed = listed === true || minOctas !== undefined || maxOctas !== undefined || marketplace !== undefined
  return name === undefined && tokenDataId === undefined && listed !== false && asksForListed
}

function listedTokens({ collectionId, minOctas, maxOctas, marketplace }: TokenFilter): RawBuilder<unknown> {
  const on = marketplace === undefined ? sql`` : sql`and marketplace = ${marketplace}`
  const most = maxOctas === undefined ? sql`` : sql`having min(price_octas) <= ${maxOctas}`
  const least =
    minOctas === undefined
      ? sql``
      : sql`${maxOctas === undefined ? sql`having` : sql`and`} min(price_octas) >= ${minOctas}`
  return sql`select token_data_id from market.listings
    where collection_id = ${collectionId} and state = 'open' and validity = 'valid' ${on}
    group by token_data_id ${most} ${least} limit ${MAX_COUNT}`
}
