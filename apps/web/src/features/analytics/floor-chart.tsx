import { Chart } from '@opal/ui/chart'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../lib/site.tsx'
import { analyticsQueries } from './analytics-query.ts'
import type { AnalyticsWindow } from './analytics-view.ts'
import { axisTime, isoTime, plainApt, readTime, toMillis, usePriceWords } from './chart-words.ts'
import type { HistoryStep } from './fetch-analytics.ts'
import { QueriedCard } from './queried-card.tsx'

export interface WindowChartProps {
  collectionId: string
  /** Of the collection: begins the names of files. */
  slug: string
  window: AnalyticsWindow
}

/** Floor as a line, and under it the volume of every step as bars. */
export function FloorChart({ collectionId, slug, window }: WindowChartProps) {
  const history = useQuery(analyticsQueries(useSite().api, collectionId).history(window))
  return (
    <QueriedCard
      title="Floor and volume"
      definition="Lowest price that could be paid at the end of each step, and what was paid in sales within it."
      fileName={`${slug}-history-${window}`}
      query={history}
      isEmpty={(steps) => steps.every(({ floorPrice, sales }) => floorPrice === null && sales === 0)}
      emptyText="Nothing was for sale or sold in this time."
      table={historyTable}
    >
      {(steps) => <Lines steps={steps} window={window} />}
    </QueriedCard>
  )
}

function Lines({ steps, window }: { steps: readonly HistoryStep[]; window: AnalyticsWindow }) {
  const price = usePriceWords()
  return (
    <Chart
      label="Floor and volume over time"
      positions={steps.map(({ atMicros }) => toMillis(atMicros))}
      axis="time"
      formatPosition={axisTime(window)}
      panes={[
        {
          name: 'Floor',
          kind: 'line',
          tone: 'accent',
          values: steps.map(({ floorPrice }) => (floorPrice === null ? null : Number(floorPrice))),
          format: price,
          height: 180,
        },
        {
          name: 'Volume',
          kind: 'bars',
          tone: 'neutral',
          values: steps.map(({ volume }) => Number(volume)),
          format: price,
          height: 64,
        },
      ]}
      readout={(index) => {
        const step = steps[index]
        if (step === undefined) return []
        const { atMicros, floorPrice, volume, sales, listedCount } = step
        return [
          readTime(toMillis(atMicros)),
          `Floor ${price(floorPrice)}`,
          `Volume ${price(volume)}, ${sales} ${sales === 1 ? 'sale' : 'sales'}`,
          `${listedCount} listed`,
        ]
      }}
    />
  )
}

function historyTable(steps: readonly HistoryStep[]) {
  return {
    columns: ['From (UTC)', 'Floor (APT)', 'Volume (APT)', 'Sales', 'Listed', 'Owners'],
    rows: steps.map((step) => [
      isoTime(step.atMicros),
      plainApt(step.floorPrice),
      plainApt(step.volume),
      String(step.sales),
      String(step.listedCount),
      String(step.ownerCount),
    ]),
  }
}
