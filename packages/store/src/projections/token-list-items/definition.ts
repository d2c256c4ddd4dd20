import { type RawBuilder, sql } from 'kysely'
import { delimitedRowSql, splitRows } from '../../queries/delimited-rows.ts'
import { LEADS_THERE, NAME, NAME_EXPIRY } from '../../queries/names.ts'
import { FOR_HELD_EDITION } from '../../queries/orders/best-orders-sql.ts'
import { type ListingValidity, type StoredTerms, TERMS_JSON } from '../../queries/orders/listings.ts'
import { imageFactsSql } from '../../queries/tokens/metadata.ts'

/** Open listings of a token as the contract shows them, in the order of {@link LISTINGS_ORDER}; also those that are not valid. */
export const LISTING_COLUMNS = sql`marketplace, listing_id as "listingId", token_data_id as "tokenDataId",
  property_version::text as "propertyVersion", seller, price_octas::text as price, validity, ${TERMS_JSON} as terms, placed_at_micros::text as "placedAtMicros", last_version::text as version`
export const LISTINGS_ORDER = sql`price_octas, marketplace, listing_id`
/** Listings that can be bought, and as many that cannot: any number of one kind hides none of the other. */
export const MAX_LISTINGS = sql.lit(100)

/** Offers for a token itself as the contract shows them, in the order of {@link OFFERS_ORDER}. */
export const OFFER_COLUMNS = sql`marketplace, offer_id as "offerId", buyer, price_octas::text as price,
  expires_at_seconds::text as "expiresAtSeconds", placed_at_micros::text as "placedAtMicros", token_data_id as "tokenDataId"`
export const OFFERS_ORDER = sql`price_octas desc, offer_id`
/** Of those for the token itself, the best. */
export const MAX_OFFERS = sql.lit(50)

/** The open listings of the token `t`, cheapest first: one row, column `list`. */
export const LISTING_LIST = sql`select json_agg(row_to_json(one))::text as list from (
  select ${LISTING_COLUMNS} from (${cheapestListings(sql`validity = 'valid'`)} union all ${cheapestListings(sql`validity <> 'valid'`)}) as shown
  order by ${LISTINGS_ORDER}) as one`

function cheapestListings(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select * from market.listings where token_data_id = t.token_data_id and state = 'open' and ${condition}
    order by ${LISTINGS_ORDER} limit ${MAX_LISTINGS})`
}

/**
 * Returns the open offers for the token `t` itself, in editions that have a holder: one row, columns `list` and `until`, when the first of them
 * runs out.
 */
export function offerList(condition: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`select json_agg(row_to_json(one))::text as list, min(one."expiresAtSeconds"::numeric) as until from (
    select ${OFFER_COLUMNS} from market.token_offers o
    where token_data_id = t.token_data_id and state = 'open' and validity = 'valid' and ${FOR_HELD_EDITION} ${condition}
    order by ${OFFERS_ORDER} limit ${MAX_OFFERS}) as one`
}

/**
 * Fields of a token's own page beyond its list item, delimited as {@link TokenDetailFields}: of the token `t`, its metadata `m`, its
 * own royalty `ry`, its listings `ll` and offers `ol`.
 */
export const DELIMITED_DETAIL = delimitedRowSql([
  sql`coalesce(ll.list, '[]')`,
  sql`coalesce(ol.list, '[]')`,
  sql`to_json(t.description)`,
  sql`m.attributes`,
  sql`t.token_properties`,
  sql`ry.payee_address`,
  sql`ry.numerator`,
  sql`ry.denominator`,
  sql`t.token_standard`,
  sql`coalesce(t.is_deleted_v2, false)::text`,
  sql`m.category`,
])

/** An element of {@link LISTING_LIST}; amounts in octas. */
export interface OpenListingJson {
  readonly marketplace: string
  readonly listingId: string
  readonly tokenDataId: string
  readonly propertyVersion: string
  readonly seller: string
  readonly price: string
  readonly validity: ListingValidity
  readonly terms: StoredTerms | null
  readonly placedAtMicros: string
  readonly version: string
}

/** An element of {@link offerList}; amounts in octas. */
export interface OpenOfferJson {
  readonly marketplace: string
  readonly offerId: string
  readonly buyer: string
  readonly price: string
  readonly expiresAtSeconds: string | null
  readonly placedAtMicros: string
  readonly tokenDataId: string
}

/** JSON, except the royalty and the last three; empty for none. */
export type TokenDetailFields = readonly [
  listings: string,
  offers: string,
  description: string,
  attributes: string,
  properties: string,
  royaltyPayee: string,
  royaltyNumerator: string,
  royaltyDenominator: string,
  tokenStandard: string,
  /** `true` or `false`. */
  isDeleted: string,
  /** Absent from rows written before metadata had it. */
  category?: string,
]

/** Splits a token's delimited detail. */
export function splitDetail(detail: string): TokenDetailFields {
  return splitRows(detail)[0] as unknown as TokenDetailFields
}

/** Returns the sources of a token's traits from its delimited detail. */
export function traitsOf(detail: string): { readonly attributes: unknown; readonly properties: unknown } {
  const [, , , attributes = '', properties = ''] = splitDetail(detail)
  return { attributes: parsed(attributes), properties: parsed(properties) }
}

function parsed(json: string): unknown {
  return json === '' ? null : JSON.parse(json)
}

/** Sources of a list item: joins of the token `t` that give at most one row each. */
export interface ListItemSources {
  /** `asked (token_data_id)`, or nothing for all tokens. */
  readonly asked: RawBuilder<unknown>
  /** Its cheapest live listing. */
  readonly l: RawBuilder<unknown>
  /** Its largest holder. */
  readonly h: RawBuilder<unknown>
  /** Its last sale. */
  readonly s: RawBuilder<unknown>
  /** The best offer for the token itself, whether it has run out by the clock or not. */
  readonly b: RawBuilder<unknown>
  /** All its open listings, column `list`. */
  readonly ll: RawBuilder<unknown>
  /** All its open offers, columns `list` and `until`. */
  readonly ol: RawBuilder<unknown>
}

/**
 * Longest name and image address. Both are columns of an index, whose rows may have 2,704 bytes; a letter takes at most six bytes as
 * JSON. Longer names do not occur on chain.
 */
const MAX_NAME_LETTERS = sql.lit(128)
const MAX_IMAGE_BYTES = sql.lit(1_500)

/** In the order of {@link listItemsSql}. */
export const LIST_ITEM_COLUMNS = [
  'token_data_id',
  'collection_id',
  'listed_octas',
  'name',
  'image',
  'item',
  'detail',
  'detail_until',
] as const

/** Names of the holder with their expiry, the newest standard first. */
const NAMES = sql`
  select json_agg(json_build_object('name', ${NAME},
    'untilMicros', (extract(epoch from ends.at) * 1000000)::numeric(30, 0)::text) order by p.token_standard desc) as list
  from chain.current_ans_primary_name_v2 p
  join chain.current_ans_lookup_v2 l on ${LEADS_THERE}
  cross join lateral (select ${NAME_EXPIRY} as at) ends
  where p.registered_address = h.holder and not p.is_deleted and p.domain is not null and ends.at is not null`

const EXPIRING_FIELDS = sql`
  case when names.list is not null or b.price_octas is not null then json_build_object('names', coalesce(names.list, '[]'),
    'bid', case when b.price_octas is not null then json_build_object('price', b.price_octas::text, 'offerId', b.offer_id,
      'marketplace', b.marketplace, 'untilSeconds', b.expires_at_seconds::text) end)::text end`

/** Returns rows of market.token_list_items. */
export function listItemsSql({ asked, l, h, s, b, ll, ol }: ListItemSources): RawBuilder<unknown> {
  return sql`
    select t.token_data_id, t.collection_id, shown.listed_octas, shown.name, shown.image,
      ${delimitedRowSql([
        sql`shown.listed_octas`,
        sql`t.token_data_id`,
        sql`concat('"name":', shown.name, ',"image":', shown.image, ',', substr(members.object, 2, length(members.object) - 2))`,
        sql`case when t.is_deleted_v2 is not true then h.holder end`,
        EXPIRING_FIELDS,
      ])},
      ${DELIMITED_DETAIL}, ol.until
    from chain.current_token_datas_v2 t ${asked}
    left join market.metadata m on m.uri = t.token_uri
    left join market.images ti on ti.src = m.image
    left join market.token_rarity r on r.token_data_id = t.token_data_id
    left join chain.current_royalties ry on ry.object_address = t.token_data_id
    ${l} ${h} ${s} ${b} ${ll} ${ol}
    left join lateral (${NAMES}) names on true
    cross join lateral (
      select case when t.is_deleted_v2 is not true then l.price_octas end as listed_octas,
        to_json(left(t.token_name, ${MAX_NAME_LETTERS}))::text as name,
        case when octet_length(to_json(m.image)::text) <= ${MAX_IMAGE_BYTES} then to_json(m.image)::text else 'null' end as image
    ) as shown
    cross join lateral (
      select row_to_json(one)::text as object from (select t.token_data_id as "tokenDataId", ${imageFactsSql('ti')} as "imageFacts",
        m.animation_url as video, t.token_uri as "tokenUri", coalesce(h.property_version, 0)::text as "propertyVersion",
        t.token_standard as "tokenStandard", r.rank as rarity, l.price_octas::text as "listedPrice",
        l.placed_at_micros::text as "listedAtMicros", l.marketplace, l.listing_id as "listingId",
        s.price_octas::text as "lastSalePrice", s.at_micros::text as "lastSaleAtMicros") as one
    ) as members`
}
