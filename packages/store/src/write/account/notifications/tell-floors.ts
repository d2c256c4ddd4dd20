import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../../connect.ts'
import { addNotifications, type Occasion } from './add-notifications.ts'
import type { ChangeRange } from './change-occasions.ts'
import { DEFAULT_THRESHOLD_BPS } from './notification-type.ts'

/**
 * Tells wallets whose favourite's floor has moved by their threshold since they were last told, or since it was first seen
 * to move. A collection that nobody sells has no floor, which is no move.
 * @returns how many were told.
 */
export async function tellFloors(transaction: DatabaseTransaction, range: ChangeRange): Promise<number> {
  await rememberFirstFloors(transaction, range)
  const added = await addNotifications(transaction, movedFloors(range))
  // Measured from here on, also by those who do not want to hear of it: turning it on tells of nothing old.
  await sql`
    update account.notification_floors f set floor_octas = m.price_octas from (${movedFloors(range)}) m
    where f.wallet = m.wallet and f.collection_id = m.collection_id`.execute(transaction)
  return added
}

async function rememberFirstFloors(transaction: DatabaseTransaction, { after, upTo }: ChangeRange): Promise<void> {
  await sql`
    insert into account.notification_floors (wallet, collection_id, floor_octas)
    select f.wallet, f.collection_id, c.floor from (
      select distinct on (collection_id) collection_id, coalesce((payload->>'old')::numeric, (payload->>'new')::numeric) as floor
      from market.change_feed where id > ${after} and id <= ${upTo} and kind = 'floor_change' order by collection_id, id
    ) c
    join account.favourites f using (collection_id)
    join account.notification_wallets using (wallet)
    where c.floor > 0
    on conflict do nothing`.execute(transaction)
}

function movedFloors({ after, upTo }: ChangeRange) {
  return sql<Occasion>`
    select f.wallet, 'floor-moved' as type, c.cause, c.version, c.at_micros, c.collection_id, null as token_data_id,
      null as marketplace, null as order_id, null as other_wallet, c.floor as price_octas,
      f.floor_octas as old_price_octas, null::numeric as expires_at_seconds
    from (
      select distinct on (collection_id) collection_id, version || '/' || collection_id || '/' || id as cause, version,
        at_micros, (payload->>'new')::numeric as floor
      from market.change_feed where id > ${after} and id <= ${upTo} and kind = 'floor_change' order by collection_id, id desc
    ) c
    join account.notification_floors f using (collection_id)
    join account.favourites using (wallet, collection_id)
    left join account.notification_settings s on s.wallet = f.wallet and s.type = 'floor-moved'
    where c.floor is not null
      and abs(c.floor - f.floor_octas) * 10000 >= coalesce(s.threshold_bps, ${DEFAULT_THRESHOLD_BPS}) * f.floor_octas`
}
