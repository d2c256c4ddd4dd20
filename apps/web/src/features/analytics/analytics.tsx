import { HISTORY_WINDOWS } from '@opal/contract/constants/windows'
import { Segmented } from '@opal/ui/controls/segmented'
import { useAddressView } from '../../shared/hooks/use-address-view.ts'
import styles from './analytics.module.css'
import { applyAnalyticsView, parseAnalyticsView } from './analytics-view.ts'
import { DepthChart } from './depth-chart.tsx'
import { FloorChart } from './floor-chart.tsx'
import { HoldersChart } from './holders-chart.tsx'
import { HoldingTimesChart } from './holding-times-chart.tsx'
import { SalesChart } from './sales-chart.tsx'
import { useLiveAnalytics } from './use-live-analytics.ts'

export interface AnalyticsProps {
  collectionId: string
  slug: string
}

/** A collection's charts, each with its data as a table and as CSV. Options are in the address. */
export default function Analytics({ collectionId, slug }: AnalyticsProps) {
  const [view, onViewChange] = useAddressView({ parse: parseAnalyticsView, apply: applyAnalyticsView })
  useLiveAnalytics(collectionId)
  const { window } = view
  return (
    <div className={styles.analytics}>
      <div className={styles.toolbar}>
        <Segmented
          label="Time"
          value={window}
          onValueChange={(next, shown) => onViewChange({ ...view, window: next }, { ...view, window: shown })}
          options={HISTORY_WINDOWS.map((value) => ({ value, content: value }))}
        />
      </div>
      <FloorChart
        collectionId={collectionId}
        slug={slug}
        window={window}
        wash={view.wash}
        onWashChange={(wash) => onViewChange({ ...view, wash })}
      />
      <SalesChart
        collectionId={collectionId}
        slug={slug}
        window={window}
        outliers={view.outliers}
        onOutliersChange={(outliers) => onViewChange({ ...view, outliers })}
      />
      <div className={styles.pair}>
        <DepthChart collectionId={collectionId} slug={slug} side="listings" />
        <DepthChart collectionId={collectionId} slug={slug} side="bids" />
      </div>
      <div className={styles.pair}>
        <HoldersChart collectionId={collectionId} slug={slug} />
        <HoldingTimesChart collectionId={collectionId} slug={slug} />
      </div>
    </div>
  )
}
