import type { NotificationType } from '@opal/domain/live/notification-types'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../driver/connection.ts'
import { type Reader, readRow, readRows } from '../../queries/read-rows.ts'

/** A stored notification with the names that a list shows. Prices in octas. */
export interface StoredNotification {
  readonly id: bigint
  readonly wallet: string
  readonly type: NotificationType
  readonly version: bigint | null
  readonly atMicros: bigint
  readonly collectionId: string | null
  readonly collectionName: string | null
  readonly tokenDataId: string | null
  readonly tokenName: string | null
  /** Edition of a v1 token that a bid is for, where the wallet had more than the first. */
  readonly propertyVersion: bigint | null
  readonly marketplace: string | null
  readonly orderId: string | null
  readonly otherWallet: string | null
  readonly priceOctas: bigint | null
  readonly oldPriceOctas: bigint | null
  readonly expiresAtSeconds: bigint | null
  readonly isRead: boolean
}

export interface NotificationPage {
  readonly take: number
  readonly beforeId?: bigint
  readonly unreadOnly?: boolean
}

/** Reads a wallet's notifications, newest first. */
export function readNotifications(
  reader: Reader,
  wallet: string,
  { take, beforeId, unreadOnly = false }: NotificationPage,
): Promise<readonly StoredNotification[]> {
  const below = beforeId === undefined ? sql`` : sql`and id < ${beforeId}`
  const unread = unreadOnly ? sql`and not is_read` : sql``
  return readRows(
    reader,
    withNames(
      sql`
      select * from account.notifications where wallet = ${wallet} ${below} ${unread} order by id desc limit ${take}`,
      'desc',
    ),
  )
}

/** Reads notifications of all wallets after an id, oldest first: for the live channel. */
export function readNotificationsAfter(
  reader: Reader,
  id: bigint,
  take: number,
): Promise<readonly StoredNotification[]> {
  return readRows(
    reader,
    withNames(sql`select * from account.notifications where id > ${id} order by id limit ${take}`, 'asc'),
  )
}

/** Returns the newest id of all; 0 when there is none. */
export async function readLastNotificationId(reader: Reader): Promise<bigint> {
  const row = await readRow(reader, sql<{ id: bigint | null }>`select max(id) as id from account.notifications`)
  return row?.id ?? 0n
}

/** Counts a wallet's unread notifications. */
export async function countUnread(reader: Reader, wallet: string): Promise<number> {
  const row = await readRow(
    reader,
    sql<{ count: number }>`
      select count(*)::int as count from account.notifications where wallet = ${wallet} and not is_read`,
  )
  return row?.count ?? 0
}

/** Marks a wallet's notifications as read: those with these ids, or all up to one. Ignores ids of other wallets. */
export async function markRead(
  { db }: Pick<Store, 'db'>,
  wallet: string,
  which: { readonly ids: readonly bigint[] } | { readonly upTo: bigint },
): Promise<void> {
  const chosen = 'ids' in which ? sql`id = any(${which.ids.map(String)}::bigint[])` : sql`id <= ${which.upTo}`
  await sql`update account.notifications set is_read = true where wallet = ${wallet} and not is_read and ${chosen}`.execute(
    db,
  )
}

function withNames(page: RawBuilder<unknown>, order: 'asc' | 'desc'): RawBuilder<StoredNotification> {
  return sql<StoredNotification>`
    select n.id, n.wallet, n.type, n.version, n.at_micros as "atMicros", n.collection_id as "collectionId",
      c.collection_name as "collectionName", n.token_data_id as "tokenDataId", t.token_name as "tokenName",
      n.property_version as "propertyVersion", n.marketplace,
      n.order_id as "orderId", n.other_wallet as "otherWallet", n.price_octas as "priceOctas",
      n.old_price_octas as "oldPriceOctas", n.expires_at_seconds as "expiresAtSeconds", n.is_read as "isRead"
    from (${page}) n
    left join chain.current_collections_v2 c on c.collection_id = n.collection_id
    left join chain.current_token_datas_v2 t on t.token_data_id = n.token_data_id
    order by n.id ${sql.raw(order)}`
}
