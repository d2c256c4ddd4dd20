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
  /** What the server rendered of the items already. */
  first: FirstPages | undefined
  /** The dialog of a token, over whatever tab is open. @param items those it can be paged through. */
  renderBeside(items: readonly PortfolioToken[]): ReactNode
}

/** What the open tab of a portfolio shows; all but the items come when they are asked for. */
export function PortfolioTabPanel(props: PortfolioTabPanelProps) {
  const { wallet, view, onViewChange, renderBeside } = props
  if (view.tab === 'items' || view.tab === 'hidden') return <ItemsTab key={view.tab} {...props} />
  return (
    <Suspense fallback={<Skeleton height="320px" />}>
      {view.tab === 'listings' && <ListingsTab wallet={wallet} view={view} />}
      {view.tab === 'bids-made' && <BidsTab wallet={wallet} type="made" view={view} onViewChange={onViewChange} />}
      {view.tab === 'bids-received' && (
        <BidsTab wallet={wallet} type="received" view={view} onViewChange={onViewChange} />
      )}
      {view.tab === 'offers' && <OffersTab wallet={wallet} collection={view.collection} />}
      {view.tab === 'pnl' && <LotsTab wallet={wallet} view={view} onViewChange={onViewChange} />}
      {view.tab === 'activity' && (
        <ActivityTab
          scope={{ walletAddress: wallet, ...(view.collection !== null && { collectionId: view.collection }) }}
          emptyText="No Activity"
        />
      )}
      {renderBeside([])}
    </Suspense>
  )
}
