import { Button } from '@opal/ui/controls/button'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { openOrderHealth, useCommand } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { ORDERS_ROOM_ID, ordersNotice } from '../../entities/order/orders-notice.ts'
import { useWide } from '../../shared/hooks/use-narrow.ts'
import { isListOf, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'
import { staleOrdersQuery } from './order-health-query.ts'
import styles from './orders-banner.module.css'

/**
 * A banner for stale or dangerous orders of the wallet; renders nothing without any, or after they were reviewed or dismissed. Wide
 * windows have it in their status bar, where it covers nothing; where in others a docked bar has its place, the account button says
 * the same.
 */
export function OrdersBanner({ wallet }: { wallet: string }) {
  const { data } = useQuery(staleOrdersQuery(useSite().api, wallet))
  const [gone, setGone] = useState(false)
  const isWide = useWide()
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
  if (count === 0) return null
  const leave = () => {
    dismissOrders(orders)
    setGone(true)
  }
  const room = isWide ? document.getElementById(ORDERS_ROOM_ID) : null
  const banner = (
    <div className={room === null ? styles.banner : styles.line} aria-label="Your orders" role="status">
      <ShieldAlert className={styles.icon} data-danger={dangerous > 0 || undefined} aria-hidden="true" />
      <p className={styles.words}>
        {count === 1 ? 'One of your orders needs attention.' : `${count} of your orders need attention.`}
        {dangerous > 0 && (
          <span className={styles.danger}>
            {dangerous === 1 ? 'One could cost you money.' : `${dangerous} could cost you money.`}
          </span>
        )}
      </p>
      <Button size="sm" variant="primary" onClick={() => openOrderHealth('orders')}>
        Review
      </Button>
      <Button size="sm" variant="ghost" onClick={leave}>
        Not now
      </Button>
    </div>
  )
  return room === null ? banner : createPortal(banner, room)
}

const KEY = 'opal.radar.dismissed'
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
export function undismissed<Order extends NamedOrder>(orders: readonly Order[]): readonly Order[] {
  const dismissed = new Set(readStored(KEY, isDismissedList) ?? [])
  return orders.filter((order) => !dismissed.has(nameOf(order)))
}

/** Dismisses orders: the banner does not show them again; the dialog still does. */
export function dismissOrders(orders: readonly NamedOrder[]): void {
  const dismissed = readStored(KEY, isDismissedList) ?? []
  writeStored(KEY, [...new Set([...dismissed, ...orders.map(nameOf)])].slice(-MAX_STORED))
}

function nameOf({ kind, marketplace, orderId }: NamedOrder): string {
  return `${marketplace} ${kind} ${orderId}`
}
