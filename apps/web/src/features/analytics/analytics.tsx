import { Segmented } from '@opal/ui/segmented'
import styles from './analytics.module.css'
import { type AnalyticsView, WINDOWS } from './analytics-view.ts'
import { DepthChart } from './depth-chart.tsx'
import { FloorChart } from './floor-chart.tsx'
import { HoldersChart } from './holders-chart.tsx'
import { SalesChart } from './sales-chart.tsx'
import { useLiveAnalytics } from './use-live-analytics.ts'

export interface AnalyticsProps {
  collectionId: string
  slug: string
  view: AnalyticsView
  onViewChange(view: AnalyticsView): void
}

/** A collection's figures as charts, each with its numbers as a table and as a file. */
export default function Analytics({ collectionId, slug, view, onViewChange }: AnalyticsProps) {
  useLiveAnalytics(collectionId)
  const { window } = view
  return (
    <div className={styles.analytics}>
      <div className={styles.toolbar}>
        <Segmented
          label="Time"
          value={window}
          onValueChange={(next) => onViewChange({ ...view, window: next })}
          options={WINDOWS.map((value) => ({ value, face: value }))}
        />
      </div>
      <FloorChart collectionId={collectionId} slug={slug} window={window} />
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
      <HoldersChart collectionId={collectionId} slug={slug} />
    </div>
  )
}
