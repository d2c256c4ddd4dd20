import { Tabs } from '@opal/ui/controls/tabs'
import { type ReactNode, Suspense } from 'react'
import { useSite } from '../../../app/site.tsx'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { PORTFOLIO_TABS, type PortfolioTab, type PortfolioView } from '../portfolio-view.ts'
import { hasOwnChips, PortfolioChips } from '../rows/portfolio-chips.tsx'
import styles from './portfolio-panel.module.css'

const ReservedNotice = lazyPart(() => import('../listings/reserved-notice.tsx'))

const LABELS: Readonly<Record<PortfolioTab, string>> = {
  items: 'Items',
  listings: 'Listings',
  'bids-made': 'Bids made',
  'bids-received': 'Bids received',
  claimable: 'Claimable',
  activity: 'Activity',
  pnl: 'P&L',
  exit: 'Exit',
  hidden: 'Hidden',
}

export interface PortfolioPanelProps {
  wallet: string
  view: PortfolioView
  onViewChange(view: PortfolioView, shown?: PortfolioView): void
  /** The panel of the open tab. */
  children: ReactNode
}

/** The tabs of a portfolio, one's own with what is reserved for one; in Lite mode without the exit. */
export function PortfolioPanel({ wallet, view, onViewChange, children }: PortfolioPanelProps) {
  const { preferences } = useSite()
  const isOwn = useOwnAddress() === wallet
  const isShown = (tab: PortfolioTab) => tab !== 'exit' || tab === view.tab || preferences.mode === 'pro'
  return (
    <Tabs
      label="Portfolio"
      value={view.tab}
      onValueChange={(tab, shown) => onViewChange({ ...view, tab }, { ...view, tab: shown })}
      tabs={PORTFOLIO_TABS.filter(isShown).map((value) => ({ value, label: LABELS[value] }))}
      aside={
        <>
          {view.collection !== null && <span className={styles.scope}>Totals cover all collections</span>}
          {isOwn && view.tab !== 'bids-received' && (
            <Suspense fallback={null}>
              <ReservedNotice
                wallet={wallet}
                collection={null}
                onPress={() => onViewChange({ ...view, tab: 'bids-received', collection: null, reserved: 'shown' })}
              />
            </Suspense>
          )}
        </>
      }
    >
      <h2 className="visually-hidden">{LABELS[view.tab]}</h2>
      {!hasOwnChips(view.tab) && <PortfolioChips view={view} onViewChange={onViewChange} />}
      <div className={styles.content}>{children}</div>
    </Tabs>
  )
}
