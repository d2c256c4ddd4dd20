import { Chart } from '@opal/ui/charts/chart'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { formatCounted } from '../../shared/format/number.ts'
import styles from './analytics.module.css'
import { analyticsQueries } from './analytics-query.ts'
import { type HolderBucket, holderBuckets } from './chart-points.ts'
import { QueriedCard } from './queried-card.tsx'

/** Height of the pane, px. */
const HEIGHT_PX = 180

/** Chart of wallets by how many tokens they hold. */
export function HoldersChart({ collectionId, slug }: { collectionId: string; slug: string }) {
  const holdings = useQuery(analyticsQueries(useSite().api, collectionId).holdings)
  return (
    <QueriedCard
      title="Holders"
      definition="Wallets by number of items held. Listed items count for their seller."
      fileName={`${slug}-holders`}
      explains={{ metric: 'analytics.holders', collectionId }}
      query={holdings}
      isEmpty={({ rows }) => rows.length === 0}
      emptyText="No holders yet."
      panes={[HEIGHT_PX]}
      table={({ rows }) => ({
        columns: ['Items held', 'Wallets', 'Total items'],
        rows: holderBuckets(rows).map(({ name, wallets, tokens }) => [name, String(wallets), String(tokens)]),
      })}
    >
      {({ rows, more }) => (
        <>
          <Bars buckets={holderBuckets(rows)} isPartial={more} />
          {more && <p className={styles.note}>Showing the {rows.length} largest holders.</p>}
        </>
      )}
    </QueriedCard>
  )
}

/** @param isPartial whether there are more holders than these: then what they hold is no share of the whole. */
function Bars({ buckets, isPartial }: { buckets: readonly HolderBucket[]; isPartial: boolean }) {
  const all = buckets.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <Chart
      label="Wallets by items held"
      positions={buckets.map((_, index) => index)}
      axis="each"
      formatPosition={(index) => buckets[index]?.name ?? ''}
      panes={[
        {
          name: 'Wallets',
          kind: 'bars',
          tone: 'main',
          values: buckets.map(({ wallets }) => wallets),
          format: (value) => String(Math.round(value * 10) / 10),
          height: HEIGHT_PX,
        },
      ]}
      readout={(index) => {
        const bucket = buckets[index]
        if (bucket === undefined) return []
        const share = all === 0 ? 0 : Math.round((bucket.tokens * 100) / all)
        return [
          `Hold ${bucket.name}`,
          formatCounted(bucket.wallets, 'wallet'),
          isPartial ? formatCounted(bucket.tokens, 'item') : `${formatCounted(bucket.tokens, 'item')}, ${share}%`,
        ]
      }}
    />
  )
}
