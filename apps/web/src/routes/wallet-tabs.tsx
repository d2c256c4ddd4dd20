import type { PortfolioToken } from '@opal/contract/portfolio'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { lazy, type ReactNode, Suspense } from 'react'
import ItemsTab, { type FirstPages } from '../features/portfolio/items/items-tab.tsx'
import type { PortfolioView } from '../features/portfolio/portfolio-view.ts'

const ListingsTab = lazy(() => import('../features/portfolio/tabs/listings-tab.tsx'))
const BidsTab = lazy(() => import('../features/portfolio/tabs/bids-tab.tsx'))
const OffersTab = lazy(() => import('../features/portfolio/tabs/offers-tab.tsx'))
const LotsTab = lazy(() => import('../features/portfolio/tabs/lots-tab.tsx'))
const ActivityTab = lazy(() => import('../features/activity/activity-tab.tsx'))

export interface PortfolioTabPanelProps {
  wallet: string
  view: PortfolioView
  onViewChange(view: PortfolioView): void
  /** First pages that the server has loaded. */
  first: FirstPages | undefined
  /** Renders the dialog of a token over the open tab. @param items tokens that its arrow keys step through. */
  renderDialog(items: readonly PortfolioToken[]): ReactNode
}

/** The panel of the open portfolio tab; all tabs but the items are loaded lazily. */
export function PortfolioTabPanel(props: PortfolioTabPanelProps) {
  const { wallet, view, onViewChange, renderDialog } = props
  if (view.tab === 'items' || view.tab === 'hidden') return <ItemsTab key={view.tab} {...props} />
  return (
    <Suspense fallback={<Skeleton height="320px" />}>
      {view.tab === 'listings' && <ListingsTab wallet={wallet} view={view} onViewChange={onViewChange} />}
      {view.tab === 'bids-made' && <BidsTab wallet={wallet} type="made" view={view} onViewChange={onViewChange} />}
      {view.tab === 'bids-received' && (
        <BidsTab wallet={wallet} type="received" view={view} onViewChange={onViewChange} />
      )}
      {view.tab === 'claimable' && <OffersTab wallet={wallet} collection={view.collection} />}
      {view.tab === 'pnl' && <LotsTab wallet={wallet} view={view} onViewChange={onViewChange} />}
      {view.tab === 'activity' && (
        <ActivityTab
          scope={{ walletAddress: wallet, ...(view.collection !== null && { collectionId: view.collection }) }}
          emptyText="No Activity"
        />
      )}
      {renderDialog([])}
    </Suspense>
  )
}
