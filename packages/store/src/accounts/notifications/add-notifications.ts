import type { NotificationType } from '@opal/domain/live/notification-types'
import { DAY_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../../driver/connection.ts'
import { NOTIFICATION_CHANNEL } from '../../schema/stream.ts'
import { pastSince } from '../sessions.ts'

/** Time for which notifications are kept. */
export const RETENTION_MICROS = 90n * DAY_MICROS

/** Returns the condition that something happened no longer ago than this, microseconds. */
export function isWithin(atMicros: RawBuilder<unknown>, nowMicros: bigint, agoMicros: bigint): RawBuilder<boolean> {
  return sql<boolean>`${atMicros} >= extract(epoch from ${pastSince(nowMicros, agoMicros)}) * 1000000`
}

/**
 * Waits for other writers of notifications, so that ids become visible in order.
 * @returns the last row of the change feed that has been turned into notifications.
 */
export async function lockProgress(transaction: DatabaseTransaction): Promise<bigint> {
  const { rows } = await sql<{ changeId: bigint }>`
    select change_id as "changeId" from account.notification_progress for update`.execute(transaction)
  return rows[0]?.changeId ?? 0n
}

/** A candidate notification of some wallet. Unique by `wallet`, `type` and `cause`. */
export interface Occasion {
  readonly wallet: string | null
  readonly type: NotificationType
  readonly cause: string
  readonly version: bigint | null
  readonly at_micros: bigint
  readonly collection_id: string | null
  readonly token_data_id: string | null
  /** Edition of a v1 token, where the wallet has more than the first. */
  readonly property_version: bigint | null
  readonly marketplace: string | null
  readonly order_id: string | null
  readonly other_wallet: string | null
  readonly price_octas: bigint | null
  readonly old_price_octas: bigint | null
  readonly expires_at_seconds: bigint | null
}

/**
 * Stores the notifications of wallets that have signed in once and have the type turned on. Those that are stored are not inserted again, nor
 * those of what is older than they are kept: where the chain is indexed again, the feed has everything that ever happened.
 * @returns how many are new.
 */
export async function addNotifications(
  transaction: DatabaseTransaction,
  occasions: RawBuilder<Occasion>,
  nowMicros: bigint,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into account.notifications (wallet, type, cause, version, at_micros, collection_id, token_data_id, property_version,
      marketplace, order_id, other_wallet, price_octas, old_price_octas, expires_at_seconds)
    select o.wallet, o.type, o.cause, o.version, o.at_micros, o.collection_id, o.token_data_id, o.property_version,
      o.marketplace, o.order_id, o.other_wallet, o.price_octas, o.old_price_octas, o.expires_at_seconds
    from (${occasions}) as o
    join account.notification_wallets using (wallet)
    left join account.notification_settings s using (wallet, type)
    where coalesce(s.is_on, true) and ${isWithin(sql`o.at_micros`, nowMicros, RETENTION_MICROS)} and not exists (
      select from account.notifications n where n.wallet = o.wallet and n.type = o.type and n.cause = o.cause)
    order by o.version, length(o.cause), o.cause
    on conflict do nothing`.execute(transaction)
  const added = Number(numAffectedRows ?? 0n)
  if (added > 0) await sql`select pg_notify(${NOTIFICATION_CHANNEL}, '')`.execute(transaction)
  return added
}
