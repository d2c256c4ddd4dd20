import {
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
  setNotificationSetting,
} from '@opal/contract/notifications'
import { countUnread, markRead, readNotifications } from '@opal/store/accounts/notifications/read-notifications'
import { readNotificationSettings, writeNotificationSetting } from '@opal/store/accounts/notifications/settings'
import * as z from 'zod'
import { cursorParts, cutPage, decodeCursor } from '../../http/routes/pagination.ts'
import { defineWalletRoute } from '../../http/routes/route.ts'
import { presentNotification } from './present-notification.ts'

const notificationCursor = z.tuple([cursorParts.bigint])

export const listNotificationsRoute = defineWalletRoute(listNotifications, async ({ store }, { query }, { wallet }) => {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, notificationCursor)
  const page = { take: query.take + 1, unreadOnly: query.unread === 'true' }
  const [found, unread] = await Promise.all([
    readNotifications(store, wallet, { ...page, ...(after !== null && { beforeId: BigInt(after[0]) }) }),
    countUnread(store, wallet),
  ])
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.id)])
  return { data: rows.map(presentNotification), nextCursor, unread }
})

export const markNotificationsReadRoute = defineWalletRoute(
  markNotificationsRead,
  async ({ store }, { body }, { wallet }) => {
    await markRead(store, wallet, 'ids' in body ? { ids: body.ids.map(BigInt) } : { upTo: BigInt(body.upTo) })
    return { unread: await countUnread(store, wallet) }
  },
)

export const getNotificationSettingsRoute = defineWalletRoute(
  getNotificationSettings,
  async ({ store }, _input, { wallet }) => ({ settings: [...(await readNotificationSettings(store, wallet))] }),
)

export const setNotificationSettingRoute = defineWalletRoute(
  setNotificationSetting,
  async ({ store }, { body: { type, isOn, thresholdBps } }, { wallet }) => {
    const given = { ...(isOn !== undefined && { isOn }), ...(thresholdBps !== undefined && { thresholdBps }) }
    await writeNotificationSetting(store, wallet, { type, ...given })
    return { settings: [...(await readNotificationSettings(store, wallet))] }
  },
)
