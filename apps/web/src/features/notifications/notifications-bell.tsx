import { IconButton } from '@opal/ui/controls/icon-button'
import { showToast } from '@opal/ui/feedback/show-toast'
import { FOCUS_TARGET } from '@opal/ui/overlays/focus/focus-region'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { pageSession } from '../../entities/session/page-session.ts'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import { usePriceFormat } from '../../shared/format/chart-labels.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { listenNotifications } from '../../shared/realtime/live-notifications.ts'
import { refetchQueries } from '../../shared/realtime/use-paced-refetch.ts'
import { sentenceOf, toastKindOf } from './notification-labels.ts'
import styles from './notifications-bell.module.css'
import { NOTIFICATIONS_KEY, type NotificationsPage, notificationsQuery } from './notifications-query.ts'

const NotificationsPanel = lazyDialog(
  () => import('./notifications-panel.tsx'),
  ({ onClose }) => onClose(),
)
const MAX_SHOWN = 99

/** The bell in the header: the number of unread notifications, and the panel on a click. */
export default function NotificationsBell() {
  const { wallet } = useStore(pageSession)
  const [open, setOpen] = useState(false)
  return (
    <>
      {wallet === null ? (
        <Face unread={0} onOpen={() => setOpen(true)} />
      ) : (
        <Counting wallet={wallet} onOpen={() => setOpen(true)} />
      )}
      {open && (
        <Suspense fallback={null}>
          <NotificationsPanel wallet={wallet} onClose={() => setOpen(false)} onSignedIn={() => setOpen(true)} />
        </Suspense>
      )}
    </>
  )
}

function Counting({ wallet, onOpen }: { wallet: string; onOpen(): void }) {
  const { data } = useInfiniteQuery(notificationsQuery(useSite().api, wallet))
  useLiveNotifications(wallet)
  useMissedNotifications(wallet)
  return <Face unread={data?.pages[0]?.unread ?? 0} onOpen={onOpen} />
}

function Face({ unread, onOpen }: { unread: number; onOpen(): void }) {
  return (
    <span className={styles.bell}>
      <IconButton label={unread === 0 ? 'Alerts' : `Alerts, ${unread} unread`} {...FOCUS_TARGET} onClick={onOpen}>
        <Bell />
      </IconButton>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </span>
  )
}

/** Inserts live notifications at the top of the list, and shows each in a toast. */
function useLiveNotifications(wallet: string): void {
  const queryClient = useQueryClient()
  const price = useEffectEvent(usePriceFormat())
  useEffect(
    () =>
      listenNotifications((notification) => {
        queryClient.setQueryData<InfiniteData<NotificationsPage>>([NOTIFICATIONS_KEY, wallet, 'list'], (cached) => {
          const [first, ...rest] = cached?.pages ?? []
          if (cached === undefined || first === undefined || first.data.some(({ id }) => id === notification.id))
            return cached
          return {
            ...cached,
            pages: [{ ...first, data: [notification, ...first.data], unread: first.unread + 1 }, ...rest],
          }
        })
        // A list that is on its way may be from before it.
        const list = { queryKey: [NOTIFICATIONS_KEY, wallet, 'list'], exact: true }
        if (queryClient.isFetching(list) > 0) refetchQueries(queryClient, list).catch(() => undefined)
        void showToast(sentenceOf(notification, { price }), toastKindOf(notification))
      }),
    [queryClient, wallet],
  )
}

/** Fetches the list again once a lost connection is back: no connection received what came while it was away. */
function useMissedNotifications(wallet: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let wasCut = false
    return liveStatus.subscribe(() => {
      const { state } = liveStatus.get()
      if (state === 'live' && wasCut)
        void queryClient.invalidateQueries({ queryKey: [NOTIFICATIONS_KEY, wallet, 'list'] })
      if (state === 'live' || state === 'reconnecting') wasCut = state === 'reconnecting'
    })
  }, [queryClient, wallet])
}
