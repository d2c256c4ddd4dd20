import { ChartCard, type ChartTable } from '@opal/ui/charts/chart-card'
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
  children(data: Data): ReactNode
}

/** A chart card for a query: shows its loading, empty and error states. */
export function QueriedCard<Data>(props: QueriedCardProps<Data>) {
  const { title, definition, fileName, aside, explains, query, isEmpty, emptyText, table, children } = props
  const data = query.data
  const { collectionId, window } = explains
  const subject = { collectionId, name: title, ...(window !== undefined && { window }) }
  const shown = data !== undefined && !isEmpty(data)
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
        <Skeleton height="240px" />
      ) : data === undefined ? (
        <div className={styles.state} role="alert">
          <p>Couldn’t load this chart.</p>
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      ) : shown ? (
        children(data)
      ) : (
        <p className={styles.state}>{emptyText}</p>
      )}
    </ChartCard>
  )
}
