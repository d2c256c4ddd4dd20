import { type RawBuilder, sql } from 'kysely'
import { LISTED_BY_SELLER } from '../orders/listings.ts'
import { type Reader, readRow } from '../read-rows.ts'
import { chosenBySpam, collectionsHeld, type HeldTokensFilter, heldWhere } from './held-filter.ts'

/** Counts the tokens that `findHeldTokens` finds over all pages. */
export async function countHeldTokens(reader: Reader, filter: HeldTokensFilter): Promise<number> {
  const row = await readRow(reader, sql<{ n: bigint }>`${countSql(filter)}`)
  return Number(row?.n ?? 0n)
}

function countSql(filter: HeldTokensFilter): RawBuilder<unknown> {
  const { listed, marketplaces, ...rest } = filter
  const isOfSome = [rest.collectionId, rest.tokenDataIds, rest.propertyVersion].some((named) => named !== undefined)
  const isOfListings = listed !== undefined || marketplaces !== undefined
  if (isOfListings && !isOfSome && (listed !== false || marketplaces === undefined)) return sumOfListings(filter)
  const isOfCollections = [rest.tokenDataIds, rest.propertyVersion].every((named) => named === undefined)
  if (!isOfListings && isOfCollections) return sumOfCollections(filter)
  return sql`select count(*) as n from market.token_holders h where ${heldWhere(filter)}`
}

/** Counts where all tokens of a collection match, or none. */
function sumOfCollections(filter: HeldTokensFilter): RawBuilder<unknown> {
  return sql`select coalesce(sum(h.editions), 0)::bigint as n from (${collectionsHeld(filter)}) h
    where ${chosenBySpam(filter.holder, filter.spam, sql`h.collection_id`)}`
}

/**
 * Counts what is listed, or what is not. Holdings and listings are grouped: of a wallet both are ranges of indexes, where looking up each token among
 * the listings of the whole market takes several times as long.
 */
function sumOfListings({ listed = true, marketplaces, ...rest }: HeldTokensFilter): RawBuilder<unknown> {
  const there = marketplaces === undefined ? sql`` : sql`and l.marketplace = any(${[...marketplaces]}::text[])`
  return sql`select count(*) as n from (
      select from (
        select true as is_held, false as is_listed, h.token_data_id, h.property_version from market.token_holders h where ${heldWhere(rest)}
        union all
        select false, true, l.token_data_id, l.property_version from market.listings l
        where l.seller = ${rest.holder} and ${LISTED_BY_SELLER} ${there}
      ) either group by token_data_id, property_version having bool_or(is_held) and bool_or(is_listed) = ${listed}
    ) counted`
}
