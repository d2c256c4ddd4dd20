import { type RawBuilder, sql } from 'kysely'
import { listedCondition } from './find-collection-tokens.ts'
import { limitSql } from './limit-sql.ts'
import { type Reader, readRow } from './read-rows.ts'
import { isOfListingsOnly, openListing, type TokenConditions, type TokenFilter, tokenWhere } from './token-filter.ts'

/** Counting stops here. */
export const MAX_COUNT = 10_000

/** How many tokens of a collection match, counted up to {@link MAX_COUNT}. */
export async function countCollectionTokens(reader: Reader, filter: TokenFilter): Promise<number> {
  const row = await readRow(reader, sql<{ n: bigint }>`${countSql(filter)}`)
  return Number(row?.n ?? 0n)
}

/** A filter of which the collection may be said later. */
type CountedFilter = TokenConditions & { readonly collectionId: string | RawBuilder<unknown> }

/** The statement behind {@link countCollectionTokens}, as one value. */
export function countSql(filter: CountedFilter): RawBuilder<unknown> {
  return sql`select count(*) as n from (${matching(filter)}) as matching`
}

function matching(filter: CountedFilter): RawBuilder<unknown> {
  if (asksForListed(filter) && isOfListingsOnly(filter)) return listedTokens(filter)
  return sql`select from chain.current_token_datas_v2 t
    where t.collection_id = ${filter.collectionId} ${tokenWhere(filter)} ${listedCondition(filter)} ${limitSql(MAX_COUNT)}`
}

function asksForListed({ listed, minOctas, maxOctas, marketplace }: TokenConditions): boolean {
  const mustBe = listed === true || minOctas !== undefined || maxOctas !== undefined || marketplace !== undefined
  return mustBe && listed !== false
}

function listedTokens({ collectionId, minOctas, maxOctas, ...there }: CountedFilter): RawBuilder<unknown> {
  const most = maxOctas === undefined ? sql`` : sql`having min(price_octas) <= ${maxOctas}`
  const least =
    minOctas === undefined
      ? sql``
      : sql`${maxOctas === undefined ? sql`having` : sql`and`} min(price_octas) >= ${minOctas}`
  return sql`select token_data_id from market.listings l
    where collection_id = ${collectionId} and ${openListing('l', there)}
    group by token_data_id ${most} ${least} ${limitSql(MAX_COUNT)}`
}
