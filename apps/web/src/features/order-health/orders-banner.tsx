import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { openOrderHealth, useCommand } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { noticeLabel, ORDERS_ROOM_ID, type OrdersNotice, ordersNotice } from '../../entities/order/orders-notice.ts'
import { dockedBar, hasDockedActions } from '../../shared/hooks/docked-bar.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useWide } from '../../shared/hooks/use-narrow.ts'
import { isListOf, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'
import { staleOrdersQuery } from './order-health-query.ts'
import styles from './orders-banner.module.css'

/**
 * A banner for stale or dangerous orders of the wallet; renders nothing without any, or after they were reviewed or dismissed. Wide
 * windows have it in their status bar, others as one docked line: neither covers anything. Where another bar is docked, narrow windows
 * leave it out, and the account button says the same.
 */
export function OrdersBanner({ wallet }: { wallet: string }) {
  const { data } = useQuery(staleOrdersQuery(useSite().api, wallet))
  const [gone, setGone] = useState(false)
  const isWide = useWide()
  const isPlaceTaken = useStore(hasDockedActions)
  const isReviewed = useCommand('openOrderHealth') === 'orders'
  useEffect(() => {
    if (isReviewed) setGone(true)
  }, [isReviewed])
  const orders = data === undefined || gone ? [] : undismissed(data.data)
  const count = orders.length
  const dangerous = orders.filter(({ risk }) => risk === 'high').length
  useEffect(() => {
    ordersNotice.set(count === 0 ? null : { count, dangerous })
    return () => ordersNotice.set(null)
  }, [count, dangerous])
  const room = isWide ? document.getElementById(ORDERS_ROOM_ID) : null
  if (count === 0 || (room === null && isPlaceTaken)) return null
  const onDismiss = () => {
    dismissOrders(orders)
    setGone(true)
  }
  if (room !== null) {
    return createPortal(
      <Notice className={styles.line} count={count} dangerous={dangerous}>
        <Button size="sm" variant="ghost" onClick={onDismiss}>
          Not now
        </Button>
      </Notice>,
      room,
    )
  }
  return (
    <Notice className={styles.docked} docked count={count} dangerous={dangerous}>
      <IconButton size="sm" label="Not now" onClick={onDismiss}>
        <X />
      </IconButton>
    </Notice>
  )
}

interface NoticeProps extends OrdersNotice {
  className: string | undefined
  docked?: boolean
  /** Dismisses it. */
  children: ReactNode
}

function Notice({ className, docked = false, count, dangerous, children }: NoticeProps) {
  return (
    <div
      className={className}
      aria-label="Your orders"
      role="status"
      data-notice=""
      ref={docked ? dockedBar : undefined}
    >
      <ShieldAlert className={styles.icon} data-danger={dangerous > 0 || undefined} aria-hidden="true" />
      <p className={styles.words}>
        {noticeLabel({ count })}{' '}
        {dangerous > 0 && (
          <span className={styles.danger}>
            {dangerous === 1 ? 'One could cost you money.' : `${dangerous} could cost you money.`}
          </span>
        )}
      </p>
      <Button size="sm" variant="primary" onClick={() => openOrderHealth('orders')}>
        Review
      </Button>
      {children}
    </div>
  )
}

const KEY = 'opal.order-health.dismissed'
/** As many orders as one answer holds, for a few wallets. */
const MAX_STORED = 1000
const isDismissedList = isListOf(isText(/^.{1,300}$/), MAX_STORED)

/** Names an order among all of a wallet's. */
export interface NamedOrder {
  readonly kind: string
  readonly marketplace: string
  readonly orderId: string
}

/** Returns the orders that were not dismissed in this browser. */
function undismissed<Order extends NamedOrder>(orders: readonly Order[]): readonly Order[] {
  const dismissed = new Set(readStored(KEY, isDismissedList) ?? [])
  return orders.filter((order) => !dismissed.has(nameOf(order)))
}

/** Dismisses orders: the banner does not show them again; the dialog still does. */
function dismissOrders(orders: readonly NamedOrder[]): void {
  const dismissed = readStored(KEY, isDismissedList) ?? []
  writeStored(KEY, [...new Set([...dismissed, ...orders.map(nameOf)])].slice(-MAX_STORED))
}

function nameOf({ kind, marketplace, orderId }: NamedOrder): string {
  return `${marketplace} ${kind} ${orderId}`
}
