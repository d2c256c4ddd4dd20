import { getNotificationSettings } from '@opal/contract/notifications'
import { readNotificationSettings } from '@opal/store/accounts/notifications/settings'
import { defineWalletRoute } from '../../http/route.ts'

export const getNotificationSettingsRoute = defineWalletRoute(
  getNotificationSettings,
  async ({ store }, _input, { wallet }) => ({ settings: [...(await readNotificationSettings(store, wallet))] }),
)
