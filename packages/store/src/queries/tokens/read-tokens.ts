import { toSeconds } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { bestCollectionOffer, bestTokenOffer, CHEAPEST_LISTING, HOLDER, LAST_SALE } from '../orders/best-orders-sql.ts'
import { limitSql, type Reader, readRow, readRows } from '../read-rows.ts'
import { type ImageFactsJson, imageFactsSql } from './metadata.ts'
import type { TokenHead } from './token-heads.ts'

/** The row of a tokens query: what lists show of one token. Amounts in octas. */
export interface TokenRow extends TokenHead {
  readonly description: string
  readonly tokenUri: string
  readonly imageFacts: ImageFactsJson | null
  readonly animationUrl: string | null
  readonly collectionImage: string | null
  readonly collectionImageFacts: ImageFactsJson | null
  readonly isVerified: boolean
  /** Rank within the collection; null until it was ranked. */
  readonly rarityRank: number | null
  readonly holder: string | null
  readonly listedOctas: bigint | null
  readonly listedAtMicros: bigint | null
  readonly listingMarketplace: string | null
  readonly listingId: string | null
  readonly lastSaleOctas: bigint | null
  readonly lastSaleAtMicros: bigint | null
  readonly topTokenBid: BidJson | null
  readonly topCollectionBid: BidJson | null
}

/** The best open offer, as SQL builds it; numbers as text. */
export interface BidJson {
  readonly price: string
  readonly offerId: string
  readonly marketplace: string
  readonly remaining: string
}

/**
 * Tokens by id, unordered, one row each; what all tokens of a collection share is looked up once.
 *
 * @param ids at most a page.
 * @param notBuyer whose own offers are left out of the best bids; null leaves none out.
 */
function tokensSql(ids: readonly string[], nowSeconds: bigint, notBuyer: string | null): RawBuilder<TokenRow> {
  return sql<TokenRow>`
    with t as materialized (
      select * from chain.current_token_datas_v2 where token_data_id = any(${[...ids]}::text[])
    ), o as materialized (
      select shared.collection_id, c.collection_name, c.creator_address, cm.image, ${imageFactsSql('ci')} as facts,
        vc.collection_id is not null as is_verified, cb.bid
      from (select distinct collection_id from t) as shared
      left join chain.current_collections_v2 c on c.collection_id = shared.collection_id
      left join market.metadata cm on cm.uri = c.uri
      left join market.images ci on ci.src = cm.image
      left join account.verified_collections vc on vc.collection_id = shared.collection_id
      left join lateral (${bestCollectionBid(nowSeconds, notBuyer)}) cb on true
    )
    select t.token_data_id as "tokenDataId", t.token_name as name, t.description, t.token_uri as "tokenUri",
      tm.image, ${imageFactsSql('ti')} as "imageFacts", tm.animation_url as "animationUrl", t.token_standard as "tokenStandard",
      coalesce(t.is_deleted_v2, false) as "isDeleted", tm.attributes, t.token_properties as properties,
      t.collection_id as "collectionId", o.collection_name as "collectionName", o.image as "collectionImage",
      o.facts as "collectionImageFacts", o.creator_address as "creatorAddress", o.is_verified as "isVerified",
      r.rank as "rarityRank",
      h.holder, coalesce(h.property_version, 0) as "propertyVersion",
      l.price_octas as "listedOctas", l.placed_at_micros as "listedAtMicros", l.marketplace as "listingMarketplace",
      l.listing_id as "listingId", s.price_octas as "lastSaleOctas", s.at_micros as "lastSaleAtMicros",
      tb.bid as "topTokenBid", o.bid as "topCollectionBid"
    from t
    left join o on o.collection_id = t.collection_id
    left join market.metadata tm on tm.uri = t.token_uri
    left join market.images ti on ti.src = tm.image
    left join market.token_rarity r on r.token_data_id = t.token_data_id
    left join lateral (${CHEAPEST_LISTING}) l on true
    left join lateral (${HOLDER}) h on true
    left join lateral (${LAST_SALE}) s on true
    left join lateral (${bestTokenBid(nowSeconds, notBuyer)}) tb on true`
}

function bestTokenBid(nowSeconds: bigint, notBuyer: string | null): RawBuilder<unknown> {
  return sql`
    select json_build_object('price', best.price_octas::text, 'offerId', best.offer_id, 'marketplace', best.marketplace,
      'remaining', '1') as bid from (${bestTokenOffer(nowSeconds, notBuyer)}) as best`
}

function bestCollectionBid(nowSeconds: bigint, notBuyer: string | null): RawBuilder<unknown> {
  return sql`
    select json_build_object('price', best.price_octas::text, 'offerId', best.offer_id, 'marketplace', best.marketplace,
      'remaining', best.remaining_amount::text) as bid
    from (${bestCollectionOffer(sql`shared.collection_id`, nowSeconds, notBuyer)}) as best`
}

/**
 * Reads tokens by id with owner, listing, last sale and best bids, in the order of the ids; unknown ids are left
 * out.
 * @param notBuyer whose own offers are left out of the best bids; null leaves none out.
 */
export async function readTokens(
  reader: Reader,
  ids: readonly string[],
  nowMicros: bigint,
  notBuyer: string | null = null,
): Promise<readonly TokenRow[]> {
  if (ids.length === 0) return []
  const rows = await readRows(reader, tokensSql(ids, toSeconds(nowMicros), notBuyer))
  const byId = new Map(rows.map((row) => [row.tokenDataId, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The part of a name that the index `token_names` has: chain text may be of any length, and many tokens have the same. */
const NAME_HASH = sql`hashtextextended(t.token_name, 0)`

/**
 * Finds ids of the tokens with exactly this name, burnt ones left out, by id.
 * @param collectionName only in collections of exactly this name.
 */
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
    where ${NAME_HASH} = hashtextextended(${name}, 0) and t.token_name = ${name} and t.is_deleted_v2 is not true ${within}
    order by ${NAME_HASH}, t.token_data_id limit ${take}`,
  )
  return rows.map((row) => row.id)
}

/** Tokens of one number that are compared by name. */
const SAME_NUMBER = 1_000

/**
 * Finds the id of the token of a collection whose name ends in a number, burnt ones left out: of several the first by name, of more than a
 * thousand the first of some. Null where there is none. The index of numbers is the only one that serves: before its statistics are gathered
 * the planner would read all tokens of the collection.
 * @param number digits without leading zeros; those of the name are ignored.
 */
export async function findTokenByNumber(reader: Reader, collectionId: string, number: string): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ id: string }>`
    select id from (
      select t.token_data_id as id, t.token_name as name from (
        select token_data_id, collection_id, token_name from chain.current_token_datas_v2
        where hashtextextended(collection_id || ' ' || market.trailing_number(token_name), 0)
            = hashtextextended(${collectionId}::text || ' ' || ${number}::text, 0)
          and token_name ~ '[0-9]$' and is_deleted_v2 is not true
        offset 0
      ) t
      where t.collection_id = ${collectionId} and market.trailing_number(t.token_name) = ${number}
      ${limitSql(SAME_NUMBER)}
    ) numbered order by length(name), name collate "C", id limit 1`,
  )
  return row?.id ?? null
}
