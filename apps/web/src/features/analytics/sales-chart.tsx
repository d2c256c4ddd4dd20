import type { HistoryWindow } from '@opal/contract/constants/windows'
import { Chart } from '@opal/ui/charts/chart'
import { Switch } from '@opal/ui/controls/switch'
import { useQuery } from '@tanstack/react-query'
import { useMarketplaceName, useSite } from '../../app/site.tsx'
import { plainApt } from '../../shared/format/apt.ts'
import { axisTime, isoTime, readTime, toMillis, usePriceFormat } from '../../shared/format/chart-labels.ts'
import { formatCount, formatCounted } from '../../shared/format/number.ts'
import type { Rows } from '../../shared/realtime/read-pages.ts'
import styles from './analytics.module.css'
import { analyticsQueries } from './analytics-query.ts'
import { usualPrices } from './chart-points.ts'
import type { Sale } from './fetch-analytics.ts'
import type { WindowChartProps } from './floor-chart.tsx'
import { QueriedCard } from './queried-card.tsx'

export interface SalesChartProps extends WindowChartProps {
  outliers: boolean
  onOutliersChange(outliers: boolean): void
}

/** Height of the pane, px. */
const HEIGHT_PX = 220

/** Chart of sales as dots by time and price. */
export function SalesChart({ collectionId, slug, window, outliers, onOutliersChange }: SalesChartProps) {
  const { api } = useSite()
  const sales = useQuery(analyticsQueries(api, collectionId).sales(window))
  const nameOf = useMarketplaceName()
  const marketplaceName = (id: string | null) => (id === null ? '' : nameOf(id))
  return (
    <QueriedCard
      title="Sales"
      definition="Every sale on every marketplace, by time and price. Outliers are far from the typical price."
      fileName={`${slug}-sales-${window}`}
      explains={{ metric: 'analytics.sales', collectionId, window }}
      aside={<Switch label="Outliers" checked={outliers} onCheckedChange={onOutliersChange} />}
      query={sales}
      isEmpty={({ rows }) => rows.length === 0}
      emptyText="No sales in this period."
      panes={[HEIGHT_PX]}
      hasNote
      table={({ rows }) => ({
        columns: ['Time (UTC)', 'Item', 'Price (APT)', 'Marketplace', 'Transaction'],
        rows: rows.map((sale) => [
          isoTime(sale.atMicros),
          sale.name,
          plainApt(sale.price),
          marketplaceName(sale.marketplace),
          sale.transactionHash ?? '',
        ]),
      })}
    >
      {(read) => <Dots read={read} window={window} outliers={outliers} marketplaceName={marketplaceName} />}
    </QueriedCard>
  )
}

interface DotsProps {
  read: Rows<Sale>
  window: HistoryWindow
  outliers: boolean
  marketplaceName(id: string | null): string
}

function Dots({ read, window, outliers, marketplaceName }: DotsProps) {
  const price = usePriceFormat()
  const usual = usualPrices(read.rows.map((sale) => sale.price))
  const isUsual = (sale: Sale) => usual === null || (usual.low <= sale.price && sale.price <= usual.high)
  const shown = (outliers ? read.rows : read.rows.filter(isUsual)).toReversed()
  const hidden = read.rows.length - shown.length
  return (
    <>
      <Chart
        label="Sales by time and price"
        positions={shown.map(({ atMicros }) => toMillis(atMicros))}
        axis="time"
        formatPosition={axisTime(window)}
        panes={[
          {
            name: 'Price',
            kind: 'dots',
            tone: 'main',
            values: shown.map((sale) => Number(sale.price)),
            format: price,
            height: HEIGHT_PX,
          },
        ]}
        readout={(index) => {
          const sale = shown[index]
          if (sale === undefined) return []
          return [
            readTime(toMillis(sale.atMicros)),
            sale.name,
            `${price(sale.price)} on ${marketplaceName(sale.marketplace)}`,
          ]
        }}
      />
      <p className={styles.note}>
        {formatCount(shown.length)} of {formatCount(read.rows.length)}
        {read.more && ' newest'} sales{hidden > 0 && `, ${formatCounted(hidden, 'outlier')} hidden`}.
      </p>
    </>
  )
}
