import { listNotifications } from '@opal/contract/notifications'
import { countUnread, readNotifications } from '@opal/store/accounts/notifications/read-notifications'
import * as z from 'zod'
import { decodeCursor } from '../../http/cursor.ts'
import { cutPage } from '../../http/page.ts'
import { defineWalletRoute } from '../../http/route.ts'
import { presentNotification } from '../../notifications/present-notification.ts'

const place = z.tuple([z.string().regex(/^\d{1,18}$/)])

export const listNotificationsRoute = defineWalletRoute(listNotifications, async ({ store }, { query }, { wallet }) => {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, place)
  const page = { take: query.take + 1, unreadOnly: query.unread === 'true' }
  const [found, unread] = await Promise.all([
    readNotifications(store, wallet, { ...page, ...(after !== null && { beforeId: BigInt(after[0]) }) }),
    countUnread(store, wallet),
  ])
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.id)])
  return { data: rows.map(presentNotification), nextCursor, unread }
})
