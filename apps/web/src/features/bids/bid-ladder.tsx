import type { BidLevel } from '@opal/contract/bids'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSite } from '../../app/site.tsx'
import { ExplainMetricButton } from '../../entities/collection/explain-metric-button.tsx'
import type { MetricId, MetricSubject } from '../../entities/collection/metrics.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { LoadError } from '../../shared/components/load-error.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatCount } from '../../shared/format/number.ts'
import { useEndlessList } from '../../shared/hooks/endless-list.ts'
import { bidColumns } from './bid-columns.tsx'
import styles from './bid-ladder.module.css'
import { type BidRung, bidRungs, spreadOf } from './bid-rungs.ts'
import { bidsQuery, ownBidsQuery } from './bids-query.ts'
import { useChangedLevels, useLiveBids } from './use-live-bids.ts'

export interface BidLadderProps {
  collectionId: string
  /** The collection's name. */
  name: string
  /** Octas. */
  floorPrice: string | null
  /** Button of the empty state. */
  action: ReactNode
}

/** Live collection offers by price, with cumulative depth and the viewer's own bids. */
export default function BidLadder({ collectionId, name, floorPrice, action }: BidLadderProps) {
  const { api } = useSite()
  const viewer = useOwnAddress()
  const ladder = useInfiniteQuery(bidsQuery(api, collectionId))
  const own = useQuery(ownBidsQuery(api, collectionId, viewer)).data ?? {}
  useLiveBids(collectionId)
  const endless = useEndlessList(ladder, idOf)
  const levels = ladder.data === undefined ? undefined : endless.rows
  const changed = useChangedLevels(levels)
  const rungs = useMemo(() => bidRungs(levels ?? []), [levels])
  if (ladder.isError && levels === undefined)
    return <LoadError title="The bids could not be loaded" onRetry={ladder.refetch} />
  return (
    <div className={styles.ladder}>
      <Summary subject={{ collectionId, name }} rungs={rungs} more={ladder.hasNextPage} floorPrice={floorPrice} />
      <DataTable
        label="Bids by price"
        columns={bidColumns(own)}
        {...endless}
        rows={rungs}
        rowKey={(rung) => rung.id}
        isHighlighted={(rung) => changed.has(rung.id)}
        empty={
          <EmptyState
            title="No bids"
            reason="Nobody offers for any item of this collection at the moment."
            action={action}
          />
        }
        rowHeight={44}
      />
    </div>
  )
}

interface SummaryProps {
  subject: MetricSubject
  rungs: readonly BidRung[]
  more: boolean
  floorPrice: string | null
}

function Summary({ subject, rungs, more, floorPrice }: SummaryProps) {
  const top: BidLevel | undefined = rungs[0]
  const last = rungs.at(-1)
  if (top === undefined || last === undefined) return null
  const spread = spreadOf(top.price, floorPrice)
  return (
    <dl className={styles.summary}>
      <Metric name="Top bid" metric="collection.top-bid" subject={subject}>
        <Price octas={top.price} />
      </Metric>
      <Metric name="Floor" metric="collection.floor" subject={subject}>
        <Price octas={floorPrice} />
      </Metric>
      <Metric name="Spread" metric="bids.spread" subject={subject}>
        <Price octas={spread?.octas ?? null} />
        {spread !== null && <span className={styles.note}>{spread.percent}%</span>}
      </Metric>
      <Metric name="Wanted" metric="bids.wanted" subject={subject}>
        {formatCount(last.depth)}
        {more && '+'}
        <span className={styles.note}>items</span>
      </Metric>
      <Metric name="Offered" metric="bids.offered" subject={subject}>
        <Price octas={last.depthPrice} />
        {more && '+'}
      </Metric>
    </dl>
  )
}

interface MetricProps {
  name: string
  metric: MetricId
  subject: MetricSubject
  children: ReactNode
}

function Metric({ name, metric, subject, children }: MetricProps) {
  return (
    <div className={styles.metric}>
      <dt>
        {name}
        <ExplainMetricButton metric={metric} subject={subject} name={name} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function idOf(level: BidLevel): string {
  return level.id
}
