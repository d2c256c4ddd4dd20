import { markNotificationsRead } from '@opal/contract/notifications'
import { countUnread, markRead } from '@opal/store/accounts/notifications/read-notifications'
import { defineWalletRoute } from '../../http/route.ts'

export const markNotificationsReadRoute = defineWalletRoute(
  markNotificationsRead,
  async ({ store }, { body }, { wallet }) => {
    await markRead(store, wallet, 'ids' in body ? { ids: body.ids.map(BigInt) } : { upTo: BigInt(body.upTo) })
    return { unread: await countUnread(store, wallet) }
  },
)
