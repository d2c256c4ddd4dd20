import { WINDOWS } from '@opal/contract/constants/windows'
import { Segmented } from '@opal/ui/controls/segmented'
import { Tabs } from '@opal/ui/controls/tabs'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../../shared/components/lazy/missing-section.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { PointsFormula } from './points-formula.tsx'
import { PointsSummary } from './points-summary.tsx'
import styles from './rewards-panel.module.css'
import type { RewardsView } from './rewards-view.ts'

const PointsLedger = lazyPart(() => import('./points-ledger.tsx'), MissingSection)

export interface RewardsPanelProps {
  /** The connected wallet. */
  address: string
  view: RewardsView
  onViewChange(view: RewardsView, shown?: RewardsView): void
}

/** A wallet's points, everyone's, and how they come about. */
export function RewardsPanel({ address, view, onViewChange }: RewardsPanelProps) {
  return (
    <div className={styles.panel}>
      <PointsSummary address={address} interval={view.interval} />
      <Tabs
        label="Season 1"
        value={view.tab}
        onValueChange={(tab, shown) => onViewChange({ ...view, tab }, { ...view, tab: shown })}
        tabs={[
          { value: 'leaderboard', label: 'Leaderboard' },
          { value: 'ledger', label: 'History' },
          { value: 'formula', label: 'How points work' },
        ]}
        aside={
          <Segmented
            label="Period"
            value={view.interval}
            onValueChange={(interval, shown) => onViewChange({ ...view, interval }, { ...view, interval: shown })}
            options={WINDOWS.map((interval) => ({ value: interval, content: interval }))}
          />
        }
      >
        {view.tab === 'leaderboard' && <Leaderboard interval={view.interval} viewer={address} />}
        {view.tab === 'ledger' && (
          <Suspense fallback={null}>
            <PointsLedger address={address} interval={view.interval} />
          </Suspense>
        )}
        {view.tab === 'formula' && <PointsFormula />}
      </Tabs>
    </div>
  )
}
