import { type RawBuilder, sql } from 'kysely'
import { notExpired } from './best-of-token-sql.ts'
import { CARD_COLUMNS, type CardRow, joinCard } from './card-rows.ts'
import { type Reader, readRow } from './read-rows.ts'
import { type SharedFacts, sharedFactsSql } from './shared-facts-sql.ts'

/** A card with everything its token's own page shows. */
export interface TokenDetailRow extends CardRow {
  readonly shared: SharedFacts
  readonly tokenStandard: 'v1' | 'v2'
  readonly isDeleted: boolean
  readonly description: string
  /** As the metadata names them; null until it was read. */
  readonly attributes: unknown
  readonly properties: unknown
  readonly collectionFloorOctas: string | null
  readonly collectionSupply: string
  /** Of the token, else of its collection; null, all three, without any. */
  readonly royaltyPayee: string | null
  readonly royaltyNumerator: bigint | null
  readonly royaltyDenominator: bigint | null
  /** JSON, as lists of the contract's shapes: open listings, cheapest first, also those that do not count, at most a hundred. */
  readonly listings: string
  /** JSON: live offers, best first, at most fifty of each. */
  readonly tokenOffers: string
  readonly collectionOffers: string
}

/** One token with everything its own page shows, in one statement; null when there is none of this id. */
export function readTokenDetail(reader: Reader, id: string, nowMicros: bigint): Promise<TokenDetailRow | null> {
  const offers = offerLists(nowMicros / 1_000_000n)
  return readRow(
    reader,
    sql<TokenDetailRow>`
    select t.token_data_id as "tokenDataId", ${CARD_COLUMNS}, (${sharedFactsSql(sql`t.collection_id`, nowMicros)}) as shared,
      t.token_standard as "tokenStandard", coalesce(t.is_deleted_v2, false) as "isDeleted", t.description,
      tm.attributes, t.token_properties as properties,
      cs.floor_octas::text as "collectionFloorOctas", coalesce(cs.supply, cc.current_supply, 0)::text as "collectionSupply",
      ry.payee_address as "royaltyPayee", ry.numerator as "royaltyNumerator", ry.denominator as "royaltyDenominator",
      (${listOf(LISTINGS)}) as listings, (${listOf(offers.token)}) as "tokenOffers",
      (${listOf(offers.collection)}) as "collectionOffers"
    from chain.current_token_datas_v2 t
    left join market.metadata tm on tm.uri = t.token_uri
    left join chain.current_collections_v2 cc on cc.collection_id = t.collection_id
    left join market.collection_stats cs on cs.collection_id = t.collection_id
    left join lateral (
      select payee_address, numerator, denominator from chain.current_royalties
      where object_address in (t.token_data_id, t.collection_id) order by object_address <> t.token_data_id limit 1) ry on true
    ${joinCard(sql`t.token_data_id`)}
    where t.token_data_id = ${id}`,
  )
}

function listOf(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select coalesce(json_agg(one), '[]'::json)::text from (${rows}) as one`
}

const LISTINGS = sql`
  select marketplace, listing_id as "listingId", token_data_id as "tokenDataId", seller, price_octas::text as price, validity,
    placed_at_micros::text as "placedAtMicros", last_version::text as version
  from market.listings where token_data_id = t.token_data_id and state = 'open'
  order by price_octas, marketplace, listing_id limit 100`

const OFFER = sql`marketplace, offer_id as "offerId", buyer, price_octas::text as price,
  expires_at_seconds::text as "expiresAtSeconds", placed_at_micros::text as "placedAtMicros"`

function offerLists(nowSeconds: bigint) {
  const live = sql`state = 'open' and validity = 'valid' and ${notExpired(nowSeconds)}`
  return {
    token: sql`select ${OFFER}, token_data_id as "tokenDataId" from market.token_offers
      where token_data_id = t.token_data_id and ${live} order by price_octas desc, offer_id limit 50`,
    collection: sql`select ${OFFER}, collection_id as "collectionId", remaining_amount::text as "remainingTokenAmount"
      from market.collection_offers where collection_id = t.collection_id and remaining_amount > 0 and ${live}
      order by price_octas desc, offer_id limit 50`,
  }
}
