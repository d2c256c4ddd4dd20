import { ChartCard, type ChartTable } from '@opal/ui/charts/chart-card'
import { chartHeight } from '@opal/ui/charts/chart-geometry'
import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ExplainMetricButton } from '../../entities/collection/explain-metric-button.tsx'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { saveCsv } from '../../shared/format/csv.ts'
import styles from './analytics.module.css'

export interface QueriedCardProps<Data> {
  title: string
  definition: string
  /** Name of the CSV file, without extension. */
  fileName: string
  aside?: ReactNode
  /** The metric that the card's button explains. */
  explains: { readonly metric: MetricId; readonly collectionId: string; readonly window?: string }
  query: UseQueryResult<Data>
  isEmpty(data: Data): boolean
  /** Shown when the data is empty. */
  emptyText: string
  table(data: Data): ChartTable
  /** Heights of the chart's panes in px. */
  panes: readonly number[]
  /** Whether a line of text is below the chart. */
  hasNote?: boolean
  children(data: Data): ReactNode
}

/** Height in px of a line of text below a chart, with the space before it. */
const NOTE_HEIGHT = 29

/** A chart card for a query: shows its loading, empty and error states. */
export function QueriedCard<Data>(props: QueriedCardProps<Data>) {
  const {
    title,
    definition,
    fileName,
    aside,
    explains,
    query,
    isEmpty,
    emptyText,
    table,
    panes,
    hasNote = false,
    children,
  } = props
  const data = query.data
  const { collectionId, window } = explains
  const subject = { collectionId, name: title, ...(window !== undefined && { window }) }
  const shown = data !== undefined && !isEmpty(data)
  // Whatever stands in for the chart is as high: the cards below do not move.
  const height = chartHeight(...panes) + (hasNote ? NOTE_HEIGHT : 0)
  return (
    <ChartCard
      title={title}
      definition={definition}
      aside={
        <>
          {aside}
          <ExplainMetricButton metric={explains.metric} subject={subject} name={title} />
        </>
      }
      table={shown ? table(data) : null}
      onDownload={({ columns, rows }) => saveCsv(`${fileName}.csv`, columns, rows)}
    >
      {query.isPending ? (
        <Skeleton height={`${height}px`} />
      ) : data === undefined ? (
        <div className={styles.state} style={{ height }} role="alert">
          <p>Couldn’t load this chart.</p>
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      ) : shown ? (
        children(data)
      ) : (
        <p className={styles.state} style={{ height }}>
          {emptyText}
        </p>
      )}
    </ChartCard>
  )
}
