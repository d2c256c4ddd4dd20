import { getNotificationSettings } from '@opal/contract/endpoints/get-notification-settings'
import { readNotificationSettings } from '@opal/store/write/account/notifications/notification-settings'
import { defineWalletRoute } from '../../http/route.ts'

export const getNotificationSettingsRoute = defineWalletRoute(
  getNotificationSettings,
  async ({ store }, _input, { wallet }) => ({ settings: [...(await readNotificationSettings(store, wallet))] }),
)
