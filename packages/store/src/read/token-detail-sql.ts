import { type RawBuilder, sql } from 'kysely'
import { packedRowSql, unpackRows } from './packed-rows.ts'

/** Open listings of a token as the contract shows them, in the order of {@link LISTINGS_ORDER}; also those that do not count. */
export const LISTING_COLUMNS = sql`marketplace, listing_id as "listingId", token_data_id as "tokenDataId", seller,
  price_octas::text as price, validity, placed_at_micros::text as "placedAtMicros", last_version::text as version`
export const LISTINGS_ORDER = sql`price_octas, marketplace, listing_id`
export const MOST_LISTINGS = sql.lit(100)

/** Offers for a token itself as the contract shows them, in the order of {@link OFFERS_ORDER}. */
export const OFFER_COLUMNS = sql`marketplace, offer_id as "offerId", buyer, price_octas::text as price,
  expires_at_seconds::text as "expiresAtSeconds", placed_at_micros::text as "placedAtMicros", token_data_id as "tokenDataId"`
export const OFFERS_ORDER = sql`price_octas desc, offer_id`
export const MOST_OFFERS = sql.lit(50)

/** The open listings of the token `t`: one row, column `list`. */
export const LISTING_LIST = sql`select json_agg(row_to_json(one))::text as list from (
  select ${LISTING_COLUMNS} from market.listings where token_data_id = t.token_data_id and state = 'open'
  order by ${LISTINGS_ORDER} limit ${MOST_LISTINGS}) as one`

/** The open offers for the token `t` itself: one row, columns `list` and `until`, when the first of them runs out. */
export function offerList(condition: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`select json_agg(row_to_json(one))::text as list, min(one."expiresAtSeconds"::numeric) as until from (
    select ${OFFER_COLUMNS} from market.token_offers
    where token_data_id = t.token_data_id and state = 'open' and validity = 'valid' ${condition}
    order by ${OFFERS_ORDER} limit ${MOST_OFFERS}) as one`
}

/**
 * What a token's own page shows of it beside its card, packed as {@link TokenDetailTexts}: of the token `t`, its metadata `m`, its
 * own royalty `ry`, its listings `ll` and offers `ol`.
 */
export const PACKED_DETAIL = packedRowSql([
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

/** JSON, but for the royalty's and the last three; empty for none. */
export type TokenDetailTexts = readonly [
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
  /** Absent from what was packed before it was read. */
  category?: string,
]

/** What a token's traits are made of, of a detail that was packed. */
export function traitsOf(detail: string): { readonly attributes: unknown; readonly properties: unknown } {
  const [, , , attributes = '', properties = ''] = unpackRows(detail)[0] ?? []
  return { attributes: parsed(attributes), properties: parsed(properties) }
}

function parsed(json: string): unknown {
  return json === '' ? null : JSON.parse(json)
}
