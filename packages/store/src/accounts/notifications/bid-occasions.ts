import { DAY_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { supportedBySales } from '../../queries/collections/estimate-sql.ts'
import type { Occasion } from './add-notifications.ts'
import { activitiesIn, type ChangeRange, lastsAfter } from './change-range.ts'

/** A token with more holders is an edition; its holders are not notified of every bid. */
const MAX_HOLDERS = 20
/** A bid on a set of more tokens is like one on any token of the collection: its holders are not notified. */
const MAX_SET_TOKENS = 20

/** Octas of the smallest bid that notifies. A smaller one is spam. @source docs/product/trading.md#minimum-price */
const LEAST_BID_OCTAS = 100_000n

/**
 * Best offers of a token or a collection among which a rival's, or the next best, is looked for: more than the feed has changes in one step.
 * Those above it may be any number, of the bidder alone or placed since. Whose offer is below so many was outbid by the first of them.
 */
const MAX_ABOVE = 1_000

/**
 * The condition that the bid of the activity `a` can be accepted now, unlike one that was cancelled in the meantime, and for some minutes. An
 * unknown bid counts as valid.
 */
const CAN_BE_MET = (offer: string): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${offer}.validity`)}, 'valid') = 'valid' and ${lastsAfter(sql.ref(`${offer}.expires_at_seconds`), sql`a.at_micros`)}`

/**
 * A bid of less than a quarter of the collection's floor, as far as sales support it, or of its last sale where nothing is listed, is not worth a
 * notification.
 */
const LEAST_FLOOR_SHARE = 4n
/** Notifications of bids of one bidder that a wallet gets in a day. */
const MAX_OF_BIDDER = 10

/** Bids on tokens: those of the activities, and those that became the best of their edition because a higher one was cancelled. */
const BIDS_ON_TOKENS = sql`
    select version, at_micros, place, collection_id, token_data_id, marketplace, order_id, seller_or_bidder, price_octas, false as is_left
    from activity where kind = 'token-bid'
    union all
    select a.version, a.at_micros, a.place, a.collection_id, a.token_data_id, best.marketplace, best.offer_id, best.buyer,
      best.price_octas, true
    from activity a
    join market.token_offers gone on gone.marketplace = a.marketplace and gone.offer_id = a.order_id
    cross join lateral (
      select r.marketplace, r.offer_id, r.buyer, r.price_octas from (
        select * from market.token_offers r
        where r.token_data_id = gone.token_data_id and (r.token_standard <> 'v1' or r.property_version = gone.property_version)
          and r.state = 'open' and r.validity = 'valid'
        order by r.price_octas desc limit ${MAX_ABOVE}
      ) r
      where r.placed_version < a.version and (r.expires_at_seconds is null or r.expires_at_seconds * 1000000 > a.at_micros)
      order by r.price_octas desc, r.placed_version, r.offer_id limit 1
    ) best
    where a.kind = 'cancel-token-bid' and best.price_octas < gone.price_octas`

/**
 * The condition that a bid of the activity `a` is not too low to notify of, by the stats `s` of its collection. A tiny floor does not count; and
 * where only one wallet sells, it can ask any price, by which no bid would be worth a notification.
 */
const IS_WORTH_IT = sql`a.price_octas >= greatest(${LEAST_BID_OCTAS}, coalesce(case when s.floor_octas >= ${LEAST_BID_OCTAS}
    then ${supportedBySales(sql`s.floor_octas`)} end, s.last_sale_octas, 0) / ${LEAST_FLOOR_SHARE}::numeric)`

/**
 * The condition that a token can be moved, read from the row of its last owner. Only v1 tokens have several owners, and v1 tokens are never
 * frozen.
 */
const notFrozen = (tokenDataId: RawBuilder<unknown>) => sql`(select f.amount > 0 and f.is_soulbound_v2
        from chain.current_token_ownerships_v2 f where f.token_data_id = ${tokenDataId}
        order by f.amount > 0 desc, f.last_transaction_version desc, f.owner_address limit 1) is not true`

/**
 * Bids on small sets, as occasions of those who hold a token of the set: one each, for the first of their tokens.
 * @source `setKeyBytes` of packages/store/src/accounts/token-sets.ts for the tokens of a stored set
 */
const BIDS_ON_SETS = sql`
    select distinct on (a.place, h.holder) h.holder as wallet, 'offer-received' as type, a.place as cause, a.version, a.at_micros,
      a.collection_id, h.token_data_id, case when h.property_version <> 0 or exists (
        select from market.token_holders held where held.token_data_id = h.token_data_id and held.holder = h.holder
          and held.amount > 0 and held.property_version <> 0) then h.property_version end as property_version,
      a.marketplace, a.order_id, a.seller_or_bidder as other_wallet, a.price_octas, null::numeric as old_price_octas, c.expires_at_seconds
    from activity a
    join market.collection_offers c on c.marketplace = a.marketplace and c.offer_id = a.order_id
    join account.token_sets ts on ts.root = c.set_root and ts.collection_id = c.collection_id and ts.size <= ${MAX_SET_TOKENS}
    left join market.collection_stats s on s.collection_id = a.collection_id
    cross join lateral unnest(ts.tokens) as wanted (key)
    cross join lateral (
      select t.*, count(*) over () as holders from (
        select token_data_id, property_version, holder from market.token_holders
        where token_data_id = '0x' || encode(substr(key, 1, 32), 'hex') and amount > 0
          and property_version = coalesce(nullif(convert_from(substr(key, 33), 'UTF8'), ''), '0')::numeric limit ${MAX_HOLDERS + 1}
      ) t
    ) h
    where a.kind = 'set-bid' and ${CAN_BE_MET('c')} and h.holders <= ${MAX_HOLDERS} and h.holder is distinct from a.seller_or_bidder
      and ${IS_WORTH_IT} and ${notFrozen(sql`h.token_data_id`)}
    order by a.place, h.holder, h.token_data_id, h.property_version`

/**
 * Selects notifications of holders whose token got a bid that they could accept: who holds its edition, of a token that is not
 * frozen. A bid on a small set is one on each of its tokens. Collection bids notify no holder: there are too many.
 * @source docs/product/live-and-notifications.md#bids-that-notify
 */
export function offerOccasions(range: ChangeRange): RawBuilder<Occasion> {
  const bids = sql`
    select h.holder as wallet, 'offer-received' as type, a.place as cause, a.version, a.at_micros, a.collection_id,
      a.token_data_id, case when o.token_standard = 'v1' and (o.property_version <> 0 or exists (
        select from market.token_holders held where held.token_data_id = a.token_data_id and held.holder = h.holder
          and held.amount > 0 and held.property_version <> 0)) then o.property_version end as property_version,
      a.marketplace, a.order_id, a.seller_or_bidder as other_wallet, a.price_octas, null::numeric as old_price_octas,
      o.expires_at_seconds
    from (${BIDS_ON_TOKENS}) a
    left join market.token_offers o on o.marketplace = a.marketplace and o.offer_id = a.order_id
    left join market.collection_stats s on s.collection_id = a.collection_id
    cross join lateral (
      select t.holder, count(*) over () as holders from (
        select holder from market.token_holders
        where token_data_id = a.token_data_id and property_version = coalesce(o.property_version, 0) and amount > 0
        limit ${MAX_HOLDERS + 1}
      ) t
    ) h
    where ${CAN_BE_MET('o')} and h.holders <= ${MAX_HOLDERS} and h.holder is distinct from a.seller_or_bidder
      and ${IS_WORTH_IT} and ${notFrozen(sql`a.token_data_id`)}
      and not (a.is_left and exists (select from account.notifications n
        where n.wallet = h.holder and n.type = 'offer-received' and ${OF_BIDS} and n.marketplace = a.marketplace
          and n.order_id = a.order_id and n.at_micros > a.at_micros - ${DAY_MICROS}::bigint))
    union all (${BIDS_ON_SETS})`
  return sql<Occasion>`
    with ${activitiesIn(range)}
    select * from (
      select b.*, row_number() over (partition by wallet, other_wallet order by version, length(cause), cause) as number
      from (${rising(bids, ['token_data_id', 'property_version'], NOTIFIED_BID)}) b
    ) b
    where number + (
      select count(*) from account.notifications n
      where n.wallet = b.wallet and n.type = b.type and ${OF_BIDS} and n.other_wallet = b.other_wallet
        and n.at_micros > b.at_micros - ${DAY_MICROS}::bigint and n.cause <> b.cause
    ) <= ${MAX_OF_BIDDER}`
}

/** The condition of an index on notifications, word for word: without it the planner cannot use that. */
const OF_BIDS = sql`n.type in ('offer-received', 'outbid')`

/** The price step, a tenth, that makes a bid worth a notification: repeatedly placing and cancelling a bid notifies once a day. */
const PRICE_STEP = sql`floor(ln(greatest(price_octas, 1)::float8) / ln(1.1::float8))`

/** The bid on a token, or on a set, that the notification `n` is about. */
const NOTIFIED_BID = sql`
  select state, validity, expires_at_seconds from market.token_offers where marketplace = n.marketplace and offer_id = n.order_id
  union all
  select state, validity, expires_at_seconds from market.collection_offers
  where marketplace = n.marketplace and offer_id = n.order_id and set_root is not null limit 1`

/** The bid that exceeded the one that the notification `n` is about. */
const EXCEEDING_BID = sql`
  select e.state, e.validity, e.expires_at_seconds from market.activities a
  join (
    select 'token-bid' as kind, marketplace, offer_id, state, validity, expires_at_seconds from market.token_offers
    union all
    select 'collection-bid', marketplace, offer_id, state, validity, expires_at_seconds from market.collection_offers
  ) e on e.kind = a.kind and e.marketplace = a.marketplace and e.offer_id = a.order_id
  where a.version = n.version and a.event_index = split_part(n.cause, '-', 2)::integer`

/**
 * Leaves out occasions of bids no higher by a step than one that the wallet was notified of within a day: one of the same bidder, or
 * one that can still be met. A bid of another wallet that was taken back or filled leaves out none: anyone could silence the bids of
 * others by one that they take back, or that another wallet of theirs fills.
 * @param same columns whose values bids on the same have in common.
 * @param notified the bid that made the notification `n`; an unknown one counts as open.
 */
function rising(
  occasions: RawBuilder<unknown>,
  same: readonly string[],
  notified: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql.join(same.map((column) => sql.ref(`c.${column}`)))
  const isSame = sql.join(
    same.map((column) => sql`${sql.ref(`n.${column}`)} is not distinct from ${sql.ref(`c.${column}`)}`),
    sql` and `,
  )
  return sql`
    select c.* from (
      select c.*, max(step) over (
        partition by wallet, ${columns} order by version, length(cause), cause rows between unbounded preceding and 1 preceding
      ) as step_before
      from (select c.*, ${PRICE_STEP} as step from (${occasions}) c) c
    ) c
    where coalesce(step_before < step, true) and not exists (
      select from (select *, ${PRICE_STEP} as step from account.notifications) n
      where n.wallet = c.wallet and n.type = c.type and ${OF_BIDS} and ${isSame} and n.at_micros > c.at_micros - ${DAY_MICROS}::bigint
        and n.cause <> c.cause and n.step >= c.step and (n.other_wallet is not distinct from c.other_wallet or coalesce((
          select b.state = 'open' and b.validity = 'valid' and coalesce(b.expires_at_seconds * 1000000 > c.at_micros, true)
          from (${notified}) b), true)))`
}

/** Selects notifications of buyers whose best bid was exceeded by one that can be met, on the same token in its edition or the same collection. */
export function outbidOccasions(range: ChangeRange): RawBuilder<Occasion> {
  const outbid = sql`
    select b.buyer as wallet, 'outbid' as type, a.place as cause, a.version, a.at_micros, a.collection_id,
      a.token_data_id, null::numeric as property_version, a.marketplace, b.offer_id as order_id,
      a.seller_or_bidder as other_wallet, a.price_octas, b.price_octas as old_price_octas, b.expires_at_seconds
    from activity a
    left join market.token_offers t on t.marketplace = a.marketplace and t.offer_id = a.order_id
    left join market.collection_offers c on c.marketplace = a.marketplace and c.offer_id = a.order_id
    cross join lateral (
      (${bestBefore(
        'token_offers',
        sql`a.kind = 'token-bid' and o.token_data_id = a.token_data_id
          and (t.token_standard is distinct from 'v1' or o.property_version = t.property_version)`,
      )})
      union all
      (${bestBefore(
        'collection_offers',
        sql`a.kind = 'collection-bid' and o.collection_id = a.collection_id and o.remaining_amount > 0 and o.set_root is null`,
      )})
    ) b
    where a.kind in ('token-bid', 'collection-bid') and b.price_octas < a.price_octas
      and ${CAN_BE_MET('t')} and ${CAN_BE_MET('c')} and c.set_root is null`
  return sql<Occasion>`with ${activitiesIn(range)} ${rising(outbid, ['order_id'], EXCEEDING_BID)}`
}

/** Number of the highest bids of a pool that are searched for one that it no longer pays: a bidder may have any number that do not count. */
const MAX_OF_POOL = 100

/**
 * Selects notifications of bidders whose pool no longer pays one of their open bids, once another one was accepted: of the dearest, and once
 * a day.
 * @source docs/product/live-and-notifications.md#short-pools
 */
export function shortPoolOccasions({ after, upTo }: ChangeRange): RawBuilder<Occasion> {
  return sql<Occasion>`
    select distinct on (f.wallet) f.wallet, 'pool-short' as type, f.marketplace || '/' || f.version as cause, f.version, f.at_micros,
      bid.collection_id, null as token_data_id, null::numeric as property_version, f.marketplace, bid.offer_id as order_id,
      null as other_wallet, bid.price_octas, null::numeric as old_price_octas, bid.expires_at_seconds
    from (
      select version, at_micros, payload->>'marketplace' as marketplace, payload->>'wallet' as wallet
      from market.change_feed where id > ${after} and id <= ${upTo} and kind = 'pool_change'
    ) f
    join market.bid_pools p on p.marketplace = f.marketplace and p.wallet = f.wallet
    cross join lateral (
      select o.collection_id, o.offer_id, o.price_octas, o.expires_at_seconds from (
        select * from market.collection_offers
        where buyer = p.wallet and state = 'open' and is_pooled and price_octas > p.balance_octas
        order by price_octas desc, offer_id limit ${MAX_OF_POOL}
      ) o
      where o.marketplace = p.marketplace and o.validity in ('valid', 'unfunded') and o.expires_at_seconds * 1000000 > f.at_micros
      order by o.price_octas desc, o.offer_id limit 1
    ) bid
    where exists (
      select from market.activities a where a.version = f.version and a.kind in ('accept-collection-bid', 'accept-set-bid')
        and a.to_address = f.wallet
    ) and not exists (
      select from account.notifications n where n.wallet = f.wallet and n.type = 'pool-short'
        and n.at_micros > f.at_micros - ${DAY_MICROS}::bigint
    )
    order by f.wallet, f.version`
}

/** Selects the best offer that was open when the activity happened, of a wallet other than the actor. */
function bestBefore(table: 'token_offers' | 'collection_offers', isRival: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select o.buyer, o.offer_id, o.price_octas, o.expires_at_seconds from (
      select * from market.${sql.table(table)} o where ${isRival} and o.state = 'open' and o.validity = 'valid'
      order by o.price_octas desc limit ${MAX_ABOVE}
    ) o
    where o.placed_version < a.version and (o.expires_at_seconds is null or o.expires_at_seconds * 1000000 > a.at_micros)
      and o.buyer is distinct from a.seller_or_bidder
    order by o.price_octas desc, o.placed_version, o.offer_id limit 1`
}
