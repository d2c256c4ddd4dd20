import { NOTIFICATION_TYPES, type NotificationType } from '@opal/domain/live/notification-types'
import { sql } from 'kysely'
import type { Store } from '../../driver/connection.ts'

/** Default change of a favourite's floor that notifies its wallet: 10 %. */
export const DEFAULT_THRESHOLD_BPS = 1_000

/** Settings of one notification type. */
export interface NotificationSetting {
  readonly type: NotificationType
  readonly isOn: boolean
  /** Floor change that notifies, in basis points; null for other types. */
  readonly thresholdBps: number | null
}

/** Reads a wallet's setting of every type, in the order of `NOTIFICATION_TYPES`; on by default. */
export async function readNotificationSettings(
  { db }: Pick<Store, 'db'>,
  wallet: string,
): Promise<readonly NotificationSetting[]> {
  const { rows } = await sql<{ type: string; isOn: boolean; thresholdBps: number | null }>`
    select type, is_on as "isOn", threshold_bps as "thresholdBps" from account.notification_settings
    where wallet = ${wallet}`.execute(db)
  return NOTIFICATION_TYPES.map((type) => {
    const said = rows.find((row) => row.type === type)
    const measured = type === 'floor-moved' ? (said?.thresholdBps ?? DEFAULT_THRESHOLD_BPS) : null
    return { type, isOn: said?.isOn ?? true, thresholdBps: measured }
  })
}

/** Updates the given fields of a wallet's setting of one type. */
export async function writeNotificationSetting(
  { db }: Pick<Store, 'db'>,
  wallet: string,
  { type, isOn, thresholdBps }: { type: NotificationType; isOn?: boolean; thresholdBps?: number },
): Promise<void> {
  await sql`
    insert into account.notification_settings as s (wallet, type, is_on, threshold_bps)
    values (${wallet}, ${type}, ${isOn ?? true}, ${thresholdBps ?? null}::int)
    on conflict (wallet, type) do update set is_on = coalesce(${isOn ?? null}::boolean, s.is_on),
      threshold_bps = coalesce(${thresholdBps ?? null}::int, s.threshold_bps)`.execute(db)
}
