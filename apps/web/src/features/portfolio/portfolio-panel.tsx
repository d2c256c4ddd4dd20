import { Tabs } from '@opal/ui/controls/tabs'
import type { ReactNode } from 'react'
import { PortfolioChips } from './portfolio-chips.tsx'
import styles from './portfolio-panel.module.css'
import type { PortfolioTab, PortfolioView } from './portfolio-view.ts'

const WORDS: Readonly<Record<PortfolioTab, string>> = {
  items: 'Items',
  listings: 'Listings',
  'bids-made': 'Bids made',
  'bids-received': 'Bids received',
  offers: 'Offers to claim',
  activity: 'Activity',
  pnl: 'P&L',
  hidden: 'Hidden',
}

const ORDER = ['items', 'listings', 'bids-made', 'bids-received', 'offers', 'activity', 'pnl', 'hidden'] as const

export interface PortfolioPanelProps {
  view: PortfolioView
  onViewChange(view: PortfolioView): void
  /** What the open tab shows. */
  children: ReactNode
}

/** The tabs of a portfolio. */
export function PortfolioPanel({ view, onViewChange, children }: PortfolioPanelProps) {
  return (
    <Tabs
      label="Portfolio"
      value={view.tab}
      onValueChange={(tab) => onViewChange({ ...view, tab })}
      tabs={ORDER.map((value) => ({ value, label: WORDS[value] }))}
    >
      <PortfolioChips view={view} onViewChange={onViewChange} />
      <div className={styles.content}>{children}</div>
    </Tabs>
  )
}
