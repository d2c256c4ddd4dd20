import { DAY_MICROS, toSeconds } from '@opal/domain/time'
import { sql } from 'kysely'
import type { Store } from '../../driver/connection.ts'
import { pastSince } from '../sessions.ts'
import { addNotifications, lockProgress, type Occasion, RETENTION_MICROS } from './add-notifications.ts'

/** Offers that end within this time are about to expire. */
const EXPIRING_SECONDS = 3_600n
/** Offers and listings of one wallet that notify, of each kind: the offers that end first, and the listings that changed last. */
const MAX_OF_WALLET = 50
/** Of floors that moved: nobody needs to know of one from last month, and strangers have any number of them made. */
const FLOOR_RETENTION_MICROS = 14n * DAY_MICROS

/**
 * Adds notifications that no activity announces: offers that end within the hour, and listings on marketplaces that
 * closed, or of tokens that were frozen. Each is added once, however often this is called; those of a
 * wallet with very many are left out. Deletes notifications older than three months, of floors
 * older than two weeks.
 * @returns how many were added.
 */
export function notifyTime({ db }: Pick<Store, 'db'>, nowMicros: bigint): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await lockProgress(transaction)
    await sql`delete from account.notifications where made_at < ${pastSince(nowMicros, RETENTION_MICROS)}`.execute(
      transaction,
    )
    await sql`delete from account.notifications
      where type = 'floor-moved' and made_at < ${pastSince(nowMicros, FLOOR_RETENTION_MICROS)}`.execute(transaction)
    return (
      (await addNotifications(transaction, expiring('token_offers', nowMicros), nowMicros)) +
      (await addNotifications(transaction, expiring('collection_offers', nowMicros), nowMicros)) +
      (await addNotifications(transaction, unbuyable(nowMicros), nowMicros))
    )
  })
}

function expiring(table: 'token_offers' | 'collection_offers', nowMicros: bigint) {
  const now = toSeconds(nowMicros)
  const token = table === 'token_offers' ? sql`token_data_id` : sql`null as token_data_id`
  return sql<Occasion>`
    select wallet, 'offer-expiring' as type, marketplace || '/' || offer_id || '/' || expires_at_seconds as cause,
      last_version as version, ${nowMicros}::bigint as at_micros, collection_id, ${token},
      null::numeric as property_version, marketplace, offer_id as order_id, null as other_wallet, price_octas, null::numeric as old_price_octas, expires_at_seconds
    from (
      select w.wallet, o.*, row_number() over (partition by o.buyer order by o.expires_at_seconds, o.last_version, o.offer_id) as number
      from market.${sql.table(table)} o join account.notification_wallets w on w.wallet = o.buyer
      where o.validity = 'valid' and o.state = 'open' and o.expires_at_seconds > ${now} and o.expires_at_seconds <= ${now + EXPIRING_SECONDS}
    ) o where number <= ${MAX_OF_WALLET}`
}

/** Word for word the condition of an index. */
const IS_UNBUYABLE = sql`state = 'open' and validity in ('marketplace-closed', 'token-frozen')`

/** The wallets are those that have some: any key signs in and is a wallet of ours, and to look for the listings of each takes seconds where there are a million. */
function unbuyable(nowMicros: bigint) {
  return sql<Occasion>`
    select w.wallet, 'listing-invalid' as type, l.marketplace || '/' || l.listing_id || '/' || l.last_version as cause,
      l.last_version as version, ${nowMicros}::bigint as at_micros, l.collection_id, l.token_data_id, null::numeric as property_version, l.marketplace,
      l.listing_id as order_id, null as other_wallet, l.price_octas, null::numeric as old_price_octas,
      null::numeric as expires_at_seconds
    from (
      select wallet from account.notification_wallets
      where exists (select from market.listings where seller = wallet and ${IS_UNBUYABLE})
    ) w
    cross join lateral (
      select * from market.listings where seller = w.wallet and ${IS_UNBUYABLE} order by last_version desc, listing_id limit ${MAX_OF_WALLET}
    ) l`
}
