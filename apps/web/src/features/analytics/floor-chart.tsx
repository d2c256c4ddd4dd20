import type { HistoryWindow } from '@opal/contract/constants/windows'
import { Chart } from '@opal/ui/charts/chart'
import { Switch } from '@opal/ui/controls/switch'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { plainApt } from '../../shared/format/apt.ts'
import { axisTime, isoTime, readTime, toMillis, usePriceFormat } from '../../shared/format/chart-labels.ts'
import { formatCount, formatCounted } from '../../shared/format/number.ts'
import { analyticsQueries } from './analytics-query.ts'
import type { HistoryStep } from './fetch-analytics.ts'
import { QueriedCard } from './queried-card.tsx'

export interface WindowChartProps {
  collectionId: string
  /** The collection's slug, for file names. */
  slug: string
  window: HistoryWindow
}

export interface FloorChartProps extends WindowChartProps {
  /** Whether volume includes wash trades. */
  wash: boolean
  onWashChange(wash: boolean): void
}

/** Heights of the panes, px. */
const [FLOOR_PX, VOLUME_PX] = [180, 64]

/** Chart of the floor as a line, above the volume as bars. */
export function FloorChart({ collectionId, slug, window, wash, onWashChange }: FloorChartProps) {
  const history = useQuery(analyticsQueries(useSite().api, collectionId).history(window))
  return (
    <QueriedCard
      title="Floor and volume"
      definition="Floor at the end of each interval, and sales volume within it. A wash trade is a wallet trading with itself or with one it exchanged money with, or a sale of which half or more is royalty."
      fileName={`${slug}-history-${window}`}
      explains={{ metric: 'analytics.history', collectionId, window }}
      aside={<Switch label="Include wash trades" checked={wash} onCheckedChange={onWashChange} />}
      query={history}
      isEmpty={(steps) => steps.every(({ floorPrice, sales }) => floorPrice === null && sales === 0)}
      emptyText="No listings or sales in this period."
      panes={[FLOOR_PX, VOLUME_PX]}
      table={historyTable}
    >
      {(steps) => <Lines steps={steps} window={window} wash={wash} />}
    </QueriedCard>
  )
}

interface LinesProps {
  steps: readonly HistoryStep[]
  window: HistoryWindow
  wash: boolean
}

function Lines({ steps, window, wash }: LinesProps) {
  const price = usePriceFormat()
  const volumeOf = (step: HistoryStep) => (wash ? step.volume : step.volumeWithoutWash)
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
          tone: 'main',
          values: steps.map(({ floorPrice }) => (floorPrice === null ? null : Number(floorPrice))),
          format: price,
          height: FLOOR_PX,
        },
        {
          name: 'Volume',
          kind: 'bars',
          tone: 'neutral',
          values: steps.map((step) => Number(volumeOf(step))),
          format: price,
          height: VOLUME_PX,
        },
      ]}
      readout={(index) => {
        const step = steps[index]
        if (step === undefined) return []
        const { atMicros, floorPrice, listedCount } = step
        const sales = wash ? step.sales : step.salesWithoutWash
        return [
          readTime(toMillis(atMicros)),
          `Floor ${price(floorPrice)}`,
          `Volume ${price(volumeOf(step))}, ${formatCounted(sales, 'sale')}`,
          `${formatCount(listedCount)} listed`,
        ]
      }}
    />
  )
}

function historyTable(steps: readonly HistoryStep[]) {
  return {
    columns: [
      'From (UTC)',
      'Floor (APT)',
      'Volume (APT)',
      'Sales',
      'Volume without wash trades (APT)',
      'Sales without wash trades',
      'Listed',
      'Owners',
    ],
    rows: steps.map((step) => [
      isoTime(step.atMicros),
      plainApt(step.floorPrice),
      plainApt(step.volume),
      String(step.sales),
      plainApt(step.volumeWithoutWash),
      String(step.salesWithoutWash),
      String(step.listedCount),
      String(step.ownerCount),
    ]),
  }
}
