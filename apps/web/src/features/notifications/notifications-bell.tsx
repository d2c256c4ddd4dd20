import { IconButton } from '@opal/ui/controls/icon-button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { pageSession } from '../../entities/session/page-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './notifications-bell.module.css'
import { notificationsQuery } from './notifications-query.ts'
import { useLiveNotifications } from './use-live-notifications.ts'

const NotificationsPanel = lazy(() => import('./notifications-panel.tsx'))
const MOST_SHOWN = 99

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
          <NotificationsPanel wallet={wallet} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Counting({ wallet, onOpen }: { wallet: string; onOpen(): void }) {
  const { data } = useInfiniteQuery(notificationsQuery(useSite().api, wallet))
  useLiveNotifications(wallet)
  return <Face unread={data?.pages[0]?.unread ?? 0} onOpen={onOpen} />
}

function Face({ unread, onOpen }: { unread: number; onOpen(): void }) {
  return (
    <span className={styles.bell}>
      <IconButton label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`} onClick={onOpen}>
        <Bell />
      </IconButton>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </span>
  )
}
