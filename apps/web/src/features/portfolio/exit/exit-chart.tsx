import { Chart } from '@opal/ui/charts/chart'
import { ChartCard } from '@opal/ui/charts/chart-card'
import { plainApt } from '../../../shared/format/apt.ts'
import { usePriceFormat } from '../../../shared/format/chart-labels.ts'
import { saveCsv } from '../../../shared/format/csv.ts'
import { formatCount, formatCounted } from '../../../shared/format/number.ts'

/** Chart of what the best 1, 2, 3 ... sales bring together. @param proceeds octas. */
export default function ExitChart({ proceeds }: { proceeds: readonly string[] }) {
  const price = usePriceFormat()
  const sums = proceeds.map(BigInt)
  const added = sums.map((sum, at) => sum - (sums[at - 1] ?? 0n))
  const table = {
    columns: ['Items sold', 'Proceeds (APT)', 'Last one adds (APT)'],
    rows: sums.map((sum, at) => [String(at + 1), plainApt(sum), plainApt(added[at] ?? 0n)]),
  }
  return (
    <ChartCard
      title="Proceeds by number of sales"
      definition="What you receive after fees when the best sales are made first: each further one adds no more than the one before."
      table={table}
      onDownload={({ columns, rows }) => saveCsv('exit.csv', columns, rows)}
    >
      <Chart
        label="Proceeds by number of sales"
        positions={sums.map((_, at) => at + 1)}
        axis="number"
        formatPosition={(count) => formatCount(Math.round(count))}
        panes={[{ name: 'Proceeds', kind: 'line', tone: 'main', values: sums.map(Number), format: price, height: 140 }]}
        readout={(at) => [
          formatCounted(at + 1, 'item'),
          `${price(sums[at] ?? 0n)} together`,
          `The last one adds ${price(added[at] ?? 0n)}`,
        ]}
      />
    </ChartCard>
  )
}
