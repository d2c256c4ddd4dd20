import { showToast } from '@opal/ui/feedback/show-toast'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenNotifications } from '../../shared/realtime/live-notifications.ts'
import { sentenceOf } from './notification-labels.ts'
import { NOTIFICATIONS_KEY, type NotificationsPage } from './notifications-query.ts'

/** Inserts live notifications at the top of the list, and shows each in a toast. */
export function useLiveNotifications(wallet: string): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      listenNotifications((told) => {
        queryClient.setQueryData<InfiniteData<NotificationsPage>>([NOTIFICATIONS_KEY, wallet, 'list'], (kept) => {
          const [first, ...rest] = kept?.pages ?? []
          if (kept === undefined || first === undefined || first.data.some(({ id }) => id === told.id)) return kept
          return { ...kept, pages: [{ ...first, data: [told, ...first.data], unread: first.unread + 1 }, ...rest] }
        })
        void showToast(sentenceOf(told))
      }),
    [queryClient, wallet],
  )
}
