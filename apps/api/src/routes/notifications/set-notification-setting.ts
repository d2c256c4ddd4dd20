import { setNotificationSetting } from '@opal/contract/notifications'
import { readNotificationSettings, writeNotificationSetting } from '@opal/store/accounts/notifications/settings'
import { defineWalletRoute } from '../../http/route.ts'

export const setNotificationSettingRoute = defineWalletRoute(
  setNotificationSetting,
  async ({ store }, { body: { type, isOn, thresholdBps } }, { wallet }) => {
    const given = { ...(isOn !== undefined && { isOn }), ...(thresholdBps !== undefined && { thresholdBps }) }
    await writeNotificationSetting(store, wallet, { type, ...given })
    return { settings: [...(await readNotificationSettings(store, wallet))] }
  },
)
