import { DAY_MICROS } from '@opal/domain/time'
import { Chart } from '@opal/ui/charts/chart'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { formatCounted } from '../../shared/format/number.ts'
import styles from './analytics.module.css'
import { analyticsQueries } from './analytics-query.ts'
import type { HoldingTimes } from './fetch-analytics.ts'
import { QueriedCard } from './queried-card.tsx'

type Bucket = HoldingTimes['buckets'][number]

/** Height of the pane, px. */
const HEIGHT_PX = 180

/** Chart of items by how long their owner has held them. */
export function HoldingTimesChart({ collectionId, slug }: { collectionId: string; slug: string }) {
  const times = useQuery(analyticsQueries(useSite().api, collectionId).holdingTimes)
  return (
    <QueriedCard
      title="Holding time"
      definition="Items by how long their owner has held them. Listed items count for their seller."
      fileName={`${slug}-holding-times`}
      explains={{ metric: 'analytics.holding-times', collectionId }}
      query={times}
      isEmpty={({ buckets }) => buckets.every(({ tokens }) => tokens === '0')}
      emptyText="No holders yet."
      panes={[HEIGHT_PX]}
      hasNote
      table={({ buckets }) => ({
        columns: ['Held for', 'Items', 'Wallets'],
        rows: buckets.map((bucket) => [nameOf(bucket), bucket.tokens, bucket.owners]),
      })}
    >
      {({ buckets, medianTokenMicros }) => (
        <>
          <Bars buckets={buckets} />
          {medianTokenMicros !== null && (
            <p className={styles.note}>Half of all items have been held for {daysOf(medianTokenMicros)} or longer.</p>
          )}
        </>
      )}
    </QueriedCard>
  )
}

function Bars({ buckets }: { buckets: readonly Bucket[] }) {
  return (
    <Chart
      label="Items by holding time"
      positions={buckets.map((_, index) => index)}
      axis="each"
      formatPosition={(index) => shortNameOf(buckets[index])}
      panes={[
        {
          name: 'Items',
          kind: 'bars',
          tone: 'main',
          values: buckets.map(({ tokens }) => Number(tokens)),
          format: (value) => String(Math.round(value * 10) / 10),
          height: HEIGHT_PX,
        },
      ]}
      readout={(index) => {
        const bucket = buckets[index]
        if (bucket === undefined) return []
        return [
          `Held for ${nameOf(bucket)}`,
          formatCounted(bucket.tokens, 'item'),
          formatCounted(bucket.owners, 'wallet'),
        ]
      }}
    />
  )
}

function nameOf({ fromDays, toDays }: Bucket): string {
  if (toDays === null) return `${fromDays} days or more`
  return fromDays === 0 ? 'less than a day' : `${fromDays} to ${toDays} days`
}

function shortNameOf(bucket: Bucket | undefined): string {
  if (bucket === undefined) return ''
  return bucket.toDays === null ? `${shortDays(bucket.fromDays)}+` : `<${shortDays(bucket.toDays)}`
}

function shortDays(days: number): string {
  return days === 365 ? '1y' : `${days}d`
}

function daysOf(micros: string): string {
  const days = BigInt(micros) / DAY_MICROS
  return days === 0n ? 'a few hours' : days === 1n ? 'a day' : `${days} days`
}
