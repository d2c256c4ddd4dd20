import type { StaleOrder } from '@opal/contract/order-health'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useSite } from '../../app/site.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { formatCount, formatCounted } from '../../shared/format/number.ts'
import { MarketplaceOrders } from './marketplace-orders.tsx'
import { staleOrdersQuery } from './order-health-query.ts'
import styles from './orders-dialog.module.css'

export interface OrdersDialogProps {
  wallet: string
  onClose(): void
}

/** Own orders that went stale or became dangerous, marketplace by marketplace, each cleaned in one transaction. */
export default function OrdersDialog({ wallet, onClose }: OrdersDialogProps) {
  const { data, isLoadingError, error, refetch } = useQuery({
    ...staleOrdersQuery(useSite().api, wallet),
    refetchOnMount: 'always',
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Order health check"
      description="Listings and bids that went stale or became risky. Only the orders that you select are canceled."
      width={640}
    >
      {isLoadingError ? (
        <LoadError title="Couldn’t check your orders" error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton height="240px" />
      ) : data.data.length === 0 ? (
        <EmptyState
          title="All good"
          reason={`${formatCounted(data.checked, 'open order')} checked.`}
          icon={<ShieldCheck aria-hidden="true" />}
        />
      ) : (
        <div className={styles.body}>
          <p className={styles.count} role="status">
            {formatCount(data.total)} of {formatCount(data.checked)} open orders {data.total === 1 ? 'needs' : 'need'}{' '}
            attention.
            {data.hasMore && ' There are more orders than one check covers. Cancel these first.'}
          </p>
          {byMarketplace(data.data).map(([marketplace, orders]) => (
            <MarketplaceOrders
              key={marketplace}
              wallet={wallet}
              marketplace={marketplace}
              orders={orders}
              onCleaned={() => void refetch()}
            />
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** Orders by marketplace, the most dangerous marketplace first. */
function byMarketplace(orders: readonly StaleOrder[]): readonly (readonly [string, readonly StaleOrder[]])[] {
  return [...Map.groupBy(orders, ({ marketplace }) => marketplace)]
}
