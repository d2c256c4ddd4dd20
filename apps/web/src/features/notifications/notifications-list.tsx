import type { Notification } from '@opal/contract/notifications'
import { Button } from '@opal/ui/controls/button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { showToast } from '@opal/ui/feedback/show-toast'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSite } from '../../app/site.tsx'
import { useWalletNames } from '../../entities/wallet/use-wallet-names.ts'
import { Age } from '../../shared/components/age.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { usePriceFormat } from '../../shared/format/chart-labels.ts'
import { useEndlessList } from '../../shared/lists/endless-list.ts'
import type { ReadMark } from './fetch-notifications.ts'
import { placeOf, sentenceOf } from './notification-labels.ts'
import styles from './notifications-list.module.css'
import { NOTIFICATIONS_KEY, notificationsQuery } from './notifications-query.ts'

export interface NotificationsListProps {
  wallet: string
  /** Called when the user follows a link. */
  onLeave(): void
}

/** Lists a wallet's notifications, newest first. */
export function NotificationsList({ wallet, onLeave }: NotificationsListProps) {
  const list = useInfiniteQuery(notificationsQuery(useSite().api, wallet))
  const { rows } = useEndlessList(list, idOf)
  const names = useWalletNames(rows.flatMap(({ otherWallet }) => otherWallet ?? []))
  const unread = list.data?.pages[0]?.unread ?? 0
  if (list.isPending) return <Skeleton height="240px" />
  if (list.isLoadingError) {
    return <LoadError title="Couldn’t load your alerts" error={list.error} onRetry={list.refetch} />
  }
  if (rows.length === 0) {
    return <EmptyState title="No alerts yet" reason="Your alerts will appear here." />
  }
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <span role="status">{unread === 0 ? 'All caught up' : `${unread} unread`}</span>
        {unread > 0 && <ReadAll wallet={wallet} newest={rows[0]?.id ?? '0'} />}
      </div>
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            otherName={names.get(row.otherWallet ?? '') ?? null}
            wallet={wallet}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button wide busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchNextPageError ? 'Couldn’t load older alerts. Try again' : 'Older'}
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  row: Notification
  otherName: string | null
  wallet: string
  onLeave(): void
}

function Row({ row, otherName, wallet, onLeave }: RowProps) {
  const mark = useMarkRead(wallet)
  const price = usePriceFormat()
  const follow = () => {
    onLeave()
    // Where this fails, the notification is unread when the panel is opened again.
    if (!row.isRead) mark({ ids: [row.id] }).catch(() => {})
  }
  return (
    <li className={styles.row} data-unread={!row.isRead || undefined}>
      <Link to={placeOf(row, wallet)} className={styles.sentence} onClick={follow}>
        {!row.isRead && <span className={styles.hidden}>Unread: </span>}
        {sentenceOf(row, { price, otherName })}
      </Link>
      <span className={styles.meta}>
        <Age micros={row.at} ago />
      </span>
    </li>
  )
}

function ReadAll({ wallet, newest }: { wallet: string; newest: string }) {
  const mark = useMarkRead(wallet)
  const [busy, setBusy] = useState(false)
  const markAll = async () => {
    setBusy(true)
    try {
      await mark({ upTo: newest })
    } catch {
      await showToast('Couldn’t mark them as read. Try again.', 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void markAll()}>
      Mark all as read
    </Button>
  )
}

/** Returns a function that marks notifications as read and shows it in the list and the bell. */
function useMarkRead(wallet: string): (read: ReadMark) => Promise<void> {
  const { api } = useSite()
  const queryClient = useQueryClient()
  return async (read) => {
    const { markRead } = await import('./fetch-notifications.ts')
    await markRead(api, read)
    await queryClient.invalidateQueries({ queryKey: [NOTIFICATIONS_KEY, wallet, 'list'] })
  }
}

function idOf(row: Notification): string {
  return row.id
}
