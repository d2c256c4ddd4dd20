import type { PortfolioToken } from '@opal/contract/portfolio'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { type ReactNode, Suspense } from 'react'
import ItemsTab, { type FirstPages } from '../features/portfolio/items/items-tab.tsx'
import type { PortfolioView } from '../features/portfolio/portfolio-view.ts'
import { lazyPart } from '../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../shared/components/lazy/missing-section.tsx'
// The server renders the tabs too, whose code is loaded later: their styles come with the page.
import '../features/activity/activity-columns.module.css'
import '../features/activity/activity-table.module.css'
import '../features/portfolio/bids/bids-tab.module.css'
import '../features/portfolio/bids/pool-panel.module.css'
import '../features/portfolio/exit/exit-tab.module.css'
import '../features/portfolio/listings/listing-actions.module.css'
import '../features/portfolio/lots/lot-columns.module.css'
import '../features/portfolio/rows/table-section.module.css'

const ListingsTab = lazyPart(() => import('../features/portfolio/listings/listings-tab.tsx'), MissingSection)
const BidsTab = lazyPart(() => import('../features/portfolio/bids/bids-tab.tsx'), MissingSection)
const ClaimableTab = lazyPart(() => import('../features/portfolio/tabs/claimable-tab.tsx'), MissingSection)
const ExitTab = lazyPart(() => import('../features/portfolio/exit/exit-tab.tsx'), MissingSection)
const LotsTab = lazyPart(() => import('../features/portfolio/lots/lots-tab.tsx'), MissingSection)
const ActivityTab = lazyPart(() => import('../features/activity/activity-tab.tsx'), MissingSection)

export interface PortfolioTabPanelProps {
  wallet: string
  view: PortfolioView
  onViewChange(view: PortfolioView, shown?: PortfolioView): void
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
      {view.tab === 'claimable' && <ClaimableTab wallet={wallet} collection={view.collection} />}
      {view.tab === 'pnl' && <LotsTab wallet={wallet} view={view} onViewChange={onViewChange} />}
      {view.tab === 'exit' && <ExitTab wallet={wallet} view={view} onViewChange={onViewChange} />}
      {view.tab === 'activity' && (
        <ActivityTab
          scope={{ walletAddress: wallet, ...(view.collection !== null && { collectionId: view.collection }) }}
          emptyText="No activity yet"
        />
      )}
      {renderDialog([])}
    </Suspense>
  )
}
