import type { ApiClient } from '@opal/contract/client'
import type { EndpointInput, EndpointOutput } from '@opal/contract/http/endpoint'
import {
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
  setNotificationSetting,
} from '@opal/contract/notifications'
import type { NotificationsPage } from './notifications-query.ts'

const PAGE_SIZE = 30

export type Settings = EndpointOutput<typeof getNotificationSettings>['settings']

/** @throws ApiError, also when the session is over */
export function fetchNotifications(
  api: ApiClient,
  cursor: string | null,
  signal: AbortSignal,
): Promise<NotificationsPage> {
  return api(listNotifications, { query: { take: PAGE_SIZE, ...(cursor !== null && { cursor }) } }, { signal })
}

/** The notifications to mark: single ones, or all up to the newest one that was shown. */
export type ReadMark = EndpointInput<typeof markNotificationsRead>['body']

/** Marks notifications as read. @throws ApiError */
export async function markRead(api: ApiClient, read: ReadMark): Promise<void> {
  await api(markNotificationsRead, { body: read })
}

/** Fetches the notification settings of the signed-in wallet. @throws ApiError */
export async function fetchSettings(api: ApiClient, signal: AbortSignal): Promise<Settings> {
  const { settings } = await api(getNotificationSettings, {}, { signal })
  return settings
}

/** @throws ApiError */
export async function changeSetting(
  api: ApiClient,
  change: EndpointInput<typeof setNotificationSetting>['body'],
): Promise<Settings> {
  const { settings } = await api(setNotificationSetting, { body: change })
  return settings
}
