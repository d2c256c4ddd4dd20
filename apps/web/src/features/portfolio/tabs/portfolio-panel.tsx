import { Tabs } from '@opal/ui/controls/tabs'
import type { ReactNode } from 'react'
import { useMarketplaceName, useSite } from '../../../app/site.tsx'
import { useCollectionName } from '../../../entities/collection/use-collection-name.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { FilterChip } from '../../../shared/components/list-controls/filter-chip.tsx'
import { PORTFOLIO_TABS, type PortfolioTab, type PortfolioView } from '../portfolio-view.ts'
import styles from './portfolio-panel.module.css'
import { ReservedNotice } from './reserved-notice.tsx'

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
  onViewChange(view: PortfolioView): void
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
      onValueChange={(tab) => onViewChange({ ...view, tab })}
      tabs={PORTFOLIO_TABS.filter(isShown).map((value) => ({ value, label: LABELS[value] }))}
      {...(isOwn &&
        view.tab !== 'bids-received' && {
          aside: (
            <ReservedNotice
              wallet={wallet}
              onOpen={() => onViewChange({ ...view, tab: 'bids-received', collection: null })}
            />
          ),
        })}
    >
      <h2 className="visually-hidden">{LABELS[view.tab]}</h2>
      <PortfolioChips view={view} onViewChange={onViewChange} />
      <div className={styles.content}>{children}</div>
    </Tabs>
  )
}

export interface PortfolioChipsProps {
  view: PortfolioView
  onViewChange(view: PortfolioView): void
}

/** The filters that act on the open tab without a control of their own there, each with a cross. */
function PortfolioChips({ view, onViewChange }: PortfolioChipsProps) {
  const { collection, marketplaces, tab } = view
  const hasMarketplaceChip = marketplaces.length > 0 && tab === 'listings'
  if (collection === null && !hasMarketplaceChip) return null
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {collection !== null && (
        <li>
          <CollectionChip id={collection} onRemove={() => onViewChange({ ...view, collection: null })} />
        </li>
      )}
      {hasMarketplaceChip &&
        marketplaces.map((id) => (
          <li key={id}>
            <MarketplaceChip
              id={id}
              onRemove={() => onViewChange({ ...view, marketplaces: marketplaces.filter((one) => one !== id) })}
            />
          </li>
        ))}
    </ul>
  )
}

function CollectionChip({ id, onRemove }: { id: string; onRemove(): void }) {
  return <FilterChip label={`Collection: ${useCollectionName(id)}`} onRemove={onRemove} />
}

function MarketplaceChip({ id, onRemove }: { id: string; onRemove(): void }) {
  return <FilterChip label={`Listed on ${useMarketplaceName()(id)}`} onRemove={onRemove} />
}
