import type { ApiClient } from '@opal/contract/client'
import { Chart } from '@opal/ui/charts/chart'
import { ChartCard } from '@opal/ui/charts/chart-card'
import { chartHeight } from '@opal/ui/charts/chart-geometry'
import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { STALE } from '../../../app/loading/query-client.ts'
import { useMarketplaceName, useSite } from '../../../app/site.tsx'
import { plainApt } from '../../../shared/format/apt.ts'
import { axisTime, isoTime, readTime, toMillis, usePriceFormat } from '../../../shared/format/chart-labels.ts'
import { saveCsv } from '../../../shared/format/csv.ts'
import styles from '../rarity-breakdown.module.css'
import { TOKEN_KEY } from '../token-query.ts'

const HEIGHT_PX = 160

/** Chart of a token's sales by time and price. @source docs/product/tokens-and-filters.md#sales-chart */
export default function TokenSales({ tokenDataId, name }: { tokenDataId: string; name: string }) {
  const { api } = useSite()
  const sales = useQuery(salePointsQuery(api, tokenDataId))
  const nameOf = useMarketplaceName()
  const marketplaceName = (id: string | null) => (id === null ? '' : nameOf(id))
  const points = sales.data ?? []
  return (
    <ChartCard
      title="Sales"
      definition={
        points.length < MAX_SALE_POINTS
          ? 'Every sale of this item on every marketplace, by time and price.'
          : `The newest ${MAX_SALE_POINTS} sales of this item on every marketplace, by time and price.`
      }
      table={
        points.length === 0
          ? null
          : {
              columns: ['Time (UTC)', 'Price (APT)', 'Marketplace', 'Transaction'],
              rows: points.map((sale) => [
                isoTime(sale.date),
                plainApt(sale.price),
                marketplaceName(sale.marketplace),
                sale.transactionHash ?? '',
              ]),
            }
      }
      onDownload={({ columns, rows }) => saveCsv(`${name}-sales.csv`, columns, rows)}
    >
      {sales.isPending ? (
        <Skeleton height={`${chartHeight(HEIGHT_PX)}px`} />
      ) : sales.data === undefined ? (
        <div className={styles.note} role="alert">
          <p>Couldn’t load sales.</p>
          <Button size="sm" onClick={() => void sales.refetch()}>
            Try again
          </Button>
        </div>
      ) : points.length === 0 ? (
        <p className={styles.note}>No sales yet.</p>
      ) : (
        <Dots points={points} marketplaceName={marketplaceName} />
      )}
    </ChartCard>
  )
}

function Dots({
  points,
  marketplaceName,
}: {
  points: readonly SalePoint[]
  marketplaceName(id: string | null): string
}) {
  const price = usePriceFormat()
  return (
    <Chart
      label="Sales by time and price"
      positions={points.map(({ date }) => toMillis(date))}
      axis="time"
      formatPosition={axisTime('all')}
      panes={[
        {
          name: 'Price',
          kind: 'dots',
          tone: 'main',
          values: points.map((sale) => Number(sale.price)),
          format: price,
          height: HEIGHT_PX,
        },
      ]}
      readout={(index) => {
        const sale = points[index]
        if (sale === undefined) return []
        return [readTime(toMillis(sale.date)), `${price(sale.price)} on ${marketplaceName(sale.marketplace)}`]
      }}
    />
  )
}

/** One sale of a token. @source docs/product/tokens-and-filters.md#sales-chart */
export interface SalePoint {
  readonly tokenDataId: string
  /** Octas. */
  readonly price: string
  /** Chain time, microseconds. */
  readonly date: string
  readonly marketplace: string | null
  readonly transactionHash: string | null
}

/** @source docs/product/tokens-and-filters.md#sales-chart */
const LOOKUP = { page: 1, take: 30, pageType: 'activity_page', type: 'sales' } as const

/** Most sales in the chart. */
const MAX_SALE_POINTS = LOOKUP.take

/** Returns the query of a token's newest sales, oldest first. Its key begins with the token's, so both are refetched together. */
function salePointsQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: [TOKEN_KEY, tokenDataId, 'sales'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SalePoint[]> => {
      const { listActivities } = await import('@opal/contract/activities')
      const { data } = await api(listActivities, { query: { ...LOOKUP, tokenDataId } }, { signal })
      return data
        .flatMap(({ price, atMicros, marketplace, transactionHash }) =>
          price === null ? [] : [{ tokenDataId, price, date: atMicros, marketplace, transactionHash }],
        )
        .toReversed()
    },
    staleTime: STALE.details,
  }
}
