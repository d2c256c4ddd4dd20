import { DAY_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../../driver/connection.ts'
import { addNotifications, isWithin, type Occasion } from './add-notifications.ts'
import { type ChangeRange, lastsAfter } from './change-range.ts'
import { DEFAULT_THRESHOLD_BPS } from './settings.ts'

/**
 * Notifications of one favourite's floor that a wallet gets in a day: any seller can move a floor to and fro. Beyond them only a floor
 * that is a tenth outside of all earlier notified floors notifies.
 */
const MAX_OF_FLOOR = 10
/** Notifications of all favourites' floors that a wallet gets in a day: one transaction can make one for each wallet that anyone has signed in with. */
export const MAX_FLOORS_OF_WALLET = 50
/**
 * Of them, those of favourites that had one in the day before: anyone moves one floor as often as they like, and the first of other favourites
 * must not be used up by it.
 */
export const MAX_REPEATED_FLOORS = 25
/** Time since its last sign-in for which a wallet is notified of floors: longer than a session. */
const SEEN_WITHIN_MICROS = 30n * DAY_MICROS

/** Longest time after which a move is news. Where the chain is indexed again, those of years are in the feed, and a day can have fifty. */
const NEWS_MICROS = DAY_MICROS

/**
 * Notifies wallets when a favourite's floor has moved by their threshold since the last notification, or since it
 * was first seen to move. A collection without listings has no floor, which counts as no move.
 * @source docs/product/live-and-notifications.md#floors-that-notify
 * @returns the number of notifications.
 */
export async function notifyFloors(
  transaction: DatabaseTransaction,
  range: ChangeRange,
  nowMicros: bigint,
): Promise<number> {
  const isNews = isWithin(sql`at_micros`, nowMicros, NEWS_MICROS)
  await storeFirstFloors(transaction, range, isNews)
  const moved = movedFloors(range, isNews)
  const added = await addNotifications(transaction, moved, nowMicros)
  // Also measured for wallets that turned the type off, so that turning it on reports no old moves.
  await sql`
    update account.notification_floors f set floor_octas = m.price_octas from (${moved}) m
    where f.wallet = m.wallet and f.collection_id = m.collection_id`.execute(transaction)
  return added
}

/** Those that have one are left out before anything is inserted: of a favourite of many wallets that are nearly all. */
async function storeFirstFloors(
  transaction: DatabaseTransaction,
  { after, upTo }: ChangeRange,
  isNews: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    insert into account.notification_floors (wallet, collection_id, floor_octas)
    select f.wallet, f.collection_id, c.floor from (
      select distinct on (collection_id) collection_id, coalesce((payload->>'old')::numeric, (payload->>'new')::numeric) as floor
      from market.change_feed where id > ${after} and id <= ${upTo} and kind = 'floor_change' and ${isNews} order by collection_id, id
    ) c
    join account.favourites f using (collection_id)
    join account.notification_wallets using (wallet)
    where c.floor > 0 and not exists (
      select from account.notification_floors n where n.wallet = f.wallet and n.collection_id = f.collection_id)
    on conflict do nothing`.execute(transaction)
}

/** Listings at one price that are looked at: there may be any number. */
const MAX_AT_FLOOR = 100

/**
 * The condition that the floor of the change `c` is what the collection has now, and not of listings alone that end within minutes. A
 * floor that has moved on is reported by its later change.
 */
const IS_LASTING_FLOOR = sql`exists (select from market.collection_stats s where s.collection_id = c.collection_id and s.floor_octas = c.floor)
      and coalesce((
        select bool_or(${lastsAfter(sql`l.expires_at_seconds`, sql`c.at_micros`)}) from (
          select expires_at_seconds from market.listings
          where collection_id = c.collection_id and price_octas = c.floor and state = 'open' and validity = 'valid' limit ${MAX_AT_FLOOR}
        ) l), true)`

function movedFloors({ after, upTo }: ChangeRange, isNews: RawBuilder<boolean>) {
  return sql<Occasion>`
    select wallet, type, cause, version, at_micros, collection_id, token_data_id, property_version, marketplace, order_id, other_wallet,
      price_octas, old_price_octas, expires_at_seconds
    from (
      select f.wallet, 'floor-moved' as type, c.cause, c.version, c.at_micros, c.collection_id, null as token_data_id,
        null::numeric as property_version, null as marketplace, null as order_id, null as other_wallet, c.floor as price_octas,
        f.floor_octas as old_price_octas, null::numeric as expires_at_seconds,
        day.count > 0 as is_repeated,
        row_number() over (partition by f.wallet order by day.count > 0, c.version, c.cause) as number,
        row_number() over (partition by f.wallet, day.count > 0 order by c.version, c.cause) as number_alike
      from (
        select distinct on (collection_id) collection_id, version || '/' || collection_id || '/' || id as cause, version,
          at_micros, (payload->>'new')::numeric as floor
        from market.change_feed where id > ${after} and id <= ${upTo} and kind = 'floor_change' and ${isNews} order by collection_id, id desc
      ) c
      join account.notification_floors f using (collection_id)
      join account.favourites using (wallet, collection_id)
      join account.notification_wallets w using (wallet)
      left join account.notification_settings s on s.wallet = f.wallet and s.type = 'floor-moved'
      cross join lateral (
        select count(*) as count, min(least(n.price_octas, n.old_price_octas)) as lowest,
          max(greatest(n.price_octas, n.old_price_octas)) as highest
        from account.notifications n
        where n.wallet = f.wallet and n.type = 'floor-moved' and n.collection_id = c.collection_id
          and n.at_micros > c.at_micros - ${DAY_MICROS}::bigint and n.cause <> c.cause
      ) day
      where c.floor is not null and ${IS_LASTING_FLOOR}
        and w.seen_at > timestamptz 'epoch' + (c.at_micros - ${SEEN_WITHIN_MICROS}::bigint) * interval '1 microsecond'
        and abs(c.floor - f.floor_octas) * 10000 >= coalesce(s.threshold_bps, ${DEFAULT_THRESHOLD_BPS}) * f.floor_octas
        and (day.count < ${MAX_OF_FLOOR} or c.floor * 10 <= day.lowest * 9 or c.floor * 10 >= day.highest * 11)
    ) m
    cross join lateral (
      select count(*) as count, count(*) - count(distinct n.collection_id) as repeated from account.notifications n
      where n.wallet = m.wallet and n.type = 'floor-moved' and n.at_micros > m.at_micros - ${DAY_MICROS}::bigint
        and nullif(split_part(n.cause, '/', 3), '')::bigint <= ${after}
    ) past
    where number + past.count <= ${MAX_FLOORS_OF_WALLET}
      and (not is_repeated or number_alike + past.repeated <= ${MAX_REPEATED_FLOORS})`
}
