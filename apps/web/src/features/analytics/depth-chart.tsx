import { Chart } from '@opal/ui/charts/chart'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { plainApt } from '../../shared/format/apt.ts'
import { usePriceFormat } from '../../shared/format/chart-labels.ts'
import { formatCount } from '../../shared/format/number.ts'
import styles from './analytics.module.css'
import { analyticsQueries } from './analytics-query.ts'
import { type DepthStep, depthSteps } from './chart-points.ts'
import { QueriedCard } from './queried-card.tsx'

const SIDES = {
  listings: {
    title: 'Listing depth',
    definition: 'Items for sale at or below each price.',
    emptyText: 'Nothing listed.',
    describe: (depth: number, price: string) => `${formatCount(depth)} for ${price} or less`,
    tone: 'main',
    step: 'step-after',
  },
  bids: {
    title: 'Bid depth',
    definition: 'Items that collection bids would buy at or above each price.',
    emptyText: 'No collection bids yet.',
    describe: (depth: number, price: string) => `${formatCount(depth)} for ${price} or more`,
    tone: 'positive',
    step: 'step-before',
  },
} as const

export interface DepthChartProps {
  collectionId: string
  slug: string
  side: keyof typeof SIDES
}

/** Height of the pane, px. */
const HEIGHT_PX = 180

/** Chart of the depth of listings or collection bids by price. */
export function DepthChart({ collectionId, slug, side }: DepthChartProps) {
  const orders = useQuery(analyticsQueries(useSite().api, collectionId)[side])
  const { title, definition, emptyText } = SIDES[side]
  return (
    <QueriedCard
      title={title}
      definition={definition}
      fileName={`${slug}-${side}-depth`}
      explains={{ metric: `analytics.${side}`, collectionId }}
      query={orders}
      isEmpty={({ rows }) => rows.length === 0}
      emptyText={emptyText}
      panes={[HEIGHT_PX]}
      table={({ rows }) => ({
        columns: ['Price (APT)', 'Items'],
        rows: depthSteps(rows).map(({ price, depth }) => [plainApt(price), String(depth)]),
      })}
    >
      {({ rows, more }) => (
        <>
          <Steps steps={depthSteps(rows)} side={side} />
          {more && <p className={styles.note}>Showing the best {rows.length} orders.</p>}
        </>
      )}
    </QueriedCard>
  )
}

function Steps({ steps, side }: { steps: readonly DepthStep[]; side: keyof typeof SIDES }) {
  const price = usePriceFormat()
  const { title, describe, tone, step } = SIDES[side]
  // The axis is ascending, whichever end is the best.
  const shown = side === 'bids' ? steps.toReversed() : steps
  return (
    <Chart
      label={`${title} by price`}
      positions={shown.map((one) => Number(one.price))}
      axis="number"
      formatPosition={price}
      panes={[
        {
          name: 'Items',
          kind: step,
          tone,
          values: shown.map(({ depth }) => depth),
          format: (value) => String(Math.round(value * 10) / 10),
          height: HEIGHT_PX,
        },
      ]}
      readout={(index) => {
        const read = shown[index]
        return read === undefined ? [] : [price(read.price), describe(read.depth, price(read.price))]
      }}
    />
  )
}
