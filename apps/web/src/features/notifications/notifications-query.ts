import type { ApiClient } from '@opal/contract/client'
import type { Notification } from '@opal/contract/notifications'
import { REFETCH_WHEN_SHOWN, STALE } from '../../app/loading/query-client.ts'

/** First part of the query keys of notifications; then follows the wallet. */
export const NOTIFICATIONS_KEY = 'notifications'

export interface NotificationsPage {
  readonly data: readonly Notification[]
  readonly nextCursor: string | null
  /** Over all pages. */
  readonly unread: number
}

/** Returns the infinite query of the signed-in wallet's notifications, newest first. */
export function notificationsQuery(api: ApiClient, wallet: string) {
  return {
    queryKey: [NOTIFICATIONS_KEY, wallet, 'list'] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchNotifications } = await import('./fetch-notifications.ts')
      return fetchNotifications(api, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: NotificationsPage) => page.nextCursor,
    // Another tab may have marked some as read.
    ...REFETCH_WHEN_SHOWN,
    staleTime: STALE.details,
  }
}

/** Returns the query of the signed-in wallet's notification settings. */
export function settingsQuery(api: ApiClient, wallet: string) {
  return {
    queryKey: [NOTIFICATIONS_KEY, wallet, 'settings'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchSettings } = await import('./fetch-notifications.ts')
      return fetchSettings(api, signal)
    },
    staleTime: STALE.metrics,
  }
}
