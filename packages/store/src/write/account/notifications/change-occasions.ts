import { type RawBuilder, sql } from 'kysely'
import type { Occasion } from './add-notifications.ts'

/** Rows of the change feed: after one id, up to another. */
export interface ChangeRange {
  readonly after: bigint
  readonly upTo: bigint
}

/** A token that more wallets hold is an edition, whose holders are not told of every bid. */
const MOST_HOLDERS = 20

/** Who sold something, by listing or into a bid. */
export function soldOccasions(range: ChangeRange): RawBuilder<Occasion> {
  return sql<Occasion>`
    with ${activitiesIn(range)}
    select seller_or_bidder as wallet, 'sold' as type, place as cause, version, at_micros, collection_id, token_data_id,
      marketplace, order_id, other as other_wallet, price_octas, null::numeric as old_price_octas,
      null::numeric as expires_at_seconds
    from activity where kind in ('sale', 'accept-token-bid', 'accept-collection-bid')`
}

/** Who holds a token that somebody bid for. Bids on a whole collection are told to nobody: they are everywhere. */
export function offerOccasions(range: ChangeRange): RawBuilder<Occasion> {
  return sql<Occasion>`
    with ${activitiesIn(range)}
    select h.holder as wallet, 'offer-received' as type, a.place as cause, a.version, a.at_micros, a.collection_id,
      a.token_data_id, a.marketplace, a.order_id, a.seller_or_bidder as other_wallet, a.price_octas,
      null::numeric as old_price_octas, o.expires_at_seconds
    from activity a
    left join market.token_offers o on o.marketplace = a.marketplace and o.offer_id = a.order_id
    cross join lateral (
      select t.holder, count(*) over () as holders from (
        select distinct holder from market.token_holders
        where token_data_id = a.token_data_id and amount > 0 limit ${MOST_HOLDERS + 1}
      ) t
    ) h
    where a.kind = 'token-bid' and h.holders <= ${MOST_HOLDERS} and h.holder is distinct from a.seller_or_bidder`
}

/** Who had the best bid before a higher one came, on the same token or the same collection. */
export function outbidOccasions(range: ChangeRange): RawBuilder<Occasion> {
  return sql<Occasion>`
    with ${activitiesIn(range)}
    select b.buyer as wallet, 'outbid' as type, a.place as cause, a.version, a.at_micros, a.collection_id,
      a.token_data_id, a.marketplace, b.offer_id as order_id, a.seller_or_bidder as other_wallet, a.price_octas,
      b.price_octas as old_price_octas, b.expires_at_seconds
    from activity a
    cross join lateral (
      (${bestBefore('token_offers', sql`a.kind = 'token-bid' and o.token_data_id = a.token_data_id`)})
      union all
      (${bestBefore(
        'collection_offers',
        sql`a.kind = 'collection-bid' and o.collection_id = a.collection_id and o.remaining_amount > 0`,
      )})
    ) b
    where a.kind in ('token-bid', 'collection-bid') and b.price_octas < a.price_octas`
}

/** The best offer that stood when the activity happened, of another wallet than the one that acted. */
function bestBefore(table: 'token_offers' | 'collection_offers', isRival: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select o.buyer, o.offer_id, o.price_octas, o.expires_at_seconds from market.${sql.table(table)} o
    where ${isRival} and o.state = 'open' and o.validity = 'valid' and o.placed_version < a.version
      and (o.expires_at_seconds is null or o.expires_at_seconds * 1000000 > a.at_micros)
      and o.buyer is distinct from a.seller_or_bidder
    order by o.price_octas desc, o.placed_version, o.offer_id limit 1`
}

/** Whose listing cannot be bought any more although it stands: its token went elsewhere. */
export function movedTokenOccasions(range: ChangeRange): RawBuilder<Occasion> {
  return sql<Occasion>`
    with ${activitiesIn(range)}
    select distinct on (l.marketplace, l.listing_id) l.seller as wallet, 'listing-invalid' as type,
      l.marketplace || '/' || l.listing_id || '/' || l.last_version as cause, a.version, a.at_micros, l.collection_id,
      l.token_data_id, l.marketplace, l.listing_id as order_id, a.other as other_wallet, l.price_octas,
      null::numeric as old_price_octas, null::numeric as expires_at_seconds
    from activity a join market.listings l on l.token_data_id = a.token_data_id
    where l.state = 'open' and l.validity = 'seller-lost-token'
    order by l.marketplace, l.listing_id, a.version`
}

function activitiesIn({ after, upTo }: ChangeRange): RawBuilder<unknown> {
  return sql`activity as materialized (
      select version, at_micros, collection_id, version || '-' || (payload->>'index') as place, payload->>'kind' as kind,
        payload->>'marketplace' as marketplace, payload->>'tokenDataId' as token_data_id, payload->>'orderId' as order_id,
        payload->>'from' as seller_or_bidder, payload->>'to' as other, (payload->>'priceOctas')::numeric as price_octas
      from market.change_feed where id > ${after} and id <= ${upTo} and kind = 'activity'
    )`
}
