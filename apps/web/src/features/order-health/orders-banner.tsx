import { Button } from '@opal/ui/controls/button'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { openOrderHealth } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { dismissOrders, undismissed } from './dismissed-orders.ts'
import { staleOrdersQuery } from './order-health-query.ts'
import styles from './orders-banner.module.css'

/** A banner for stale or dangerous orders of the wallet; renders nothing without any, or after "Not now". */
export function OrdersBanner({ wallet }: { wallet: string }) {
  const { data } = useQuery(staleOrdersQuery(useSite().api, wallet))
  const [gone, setGone] = useState(false)
  const orders = data === undefined || gone ? [] : undismissed(data.data)
  if (orders.length === 0) return null
  const dangerous = orders.filter(({ risk }) => risk === 'high').length
  const leave = () => {
    dismissOrders(orders)
    setGone(true)
  }
  return (
    <div className={styles.banner} aria-label="Your orders" role="status">
      <ShieldAlert className={styles.icon} data-danger={dangerous > 0 || undefined} aria-hidden="true" />
      <p className={styles.words}>
        {orders.length === 1 ? 'One of your orders needs a look.' : `${orders.length} of your orders need a look.`}
        {dangerous > 0 && (
          <span className={styles.danger}>
            {dangerous === 1 ? 'One could cost you money.' : `${dangerous} could cost you money.`}
          </span>
        )}
      </p>
      <Button
        size="sm"
        variant="primary"
        onClick={() => {
          setGone(true)
          openOrderHealth('orders')
        }}
      >
        Look
      </Button>
      <Button size="sm" variant="ghost" onClick={leave}>
        Not now
      </Button>
    </div>
  )
}
