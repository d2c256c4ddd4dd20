import { sql } from 'kysely'
import { type AnyOfferRow, collectionOffersSql, type OfferFilter, tokenOffersSql } from './offers-sql.ts'
import { type Reader, readRows } from './read-rows.ts'

/**
 * Open offers by their ids, of both kinds, those too that want no more tokens: ids are unique per marketplace and kind only, so one id may name two.
 * @param ids in no order; unknown ones are left out.
 */
export function readOffersById(
  reader: Reader,
  ids: readonly { readonly marketplace: string; readonly offerId: string }[],
): Promise<readonly AnyOfferRow[]> {
  return readRows(
    reader,
    sql<AnyOfferRow>`
    select found.* from (
      select distinct * from unnest(${ids.map((id) => id.marketplace)}::text[], ${ids.map((id) => id.offerId)}::text[]) as asked (venue, id)
    ) as asked
    cross join lateral (
      ${tokenOffersSql({})} and marketplace = asked.venue and offer_id = asked.id
      union all
      ${collectionOffersSql({ isExhaustedToo: true })} and marketplace = asked.venue and offer_id = asked.id
    ) as found`,
  )
}

/** How many offers of one collection are looked at. */
const PER_COLLECTION = 100

/** Offers that some tokens could be sold into, those of closed venues too, the holder's own left out: best price first. */
export function readOffersForTokens(
  reader: Reader,
  asked: {
    readonly holder: string
    readonly tokenDataIds: readonly string[]
    readonly collectionIds: readonly string[]
    readonly nowMicros: bigint
  },
): Promise<readonly AnyOfferRow[]> {
  const filter: OfferFilter = { notBuyer: asked.holder, takeableAtSeconds: asked.nowMicros / 1_000_000n }
  return readRows(
    reader,
    sql<AnyOfferRow>`
    select * from (
      ${tokenOffersSql(filter)} and token_data_id = any(${[...asked.tokenDataIds]}::text[])
      union all
      select best.* from unnest(${[...asked.collectionIds]}::text[]) as wanted (id)
      cross join lateral (
        ${collectionOffersSql(filter)} and collection_id = wanted.id
        order by price_octas desc, offer_id limit ${PER_COLLECTION}
      ) as best
    ) as offers order by "priceOctas" desc, "offerId"`,
  )
}
