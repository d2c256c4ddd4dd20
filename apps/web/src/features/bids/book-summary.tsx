import type { BidLevel } from '@opal/contract/bids'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import type { ReactNode } from 'react'
import { Metric } from '../../entities/collection/metric.tsx'
import type { MetricSubject } from '../../entities/collection/metrics.ts'
import { Price } from '../../shared/components/price.tsx'
import { formatCount } from '../../shared/format/number.ts'
import { type BidRung, spreadOf } from './bid-rungs.ts'
import styles from './order-book.module.css'

export interface BookSummaryProps {
  subject: MetricSubject
  /** Null while they are loaded. */
  rungs: readonly BidRung[] | null
  /** There are more levels of bids than were loaded. */
  more: boolean
  /** Octas. */
  floorPrice: string | null
}

/** The key metrics of a book, above its two sides. */
export function BookSummary({ subject, rungs, more, floorPrice }: BookSummaryProps) {
  const top: BidLevel | undefined = rungs?.[0]
  const last = rungs?.at(-1)
  const spread = top === undefined ? null : spreadOf(top.price, floorPrice)
  const known = (value: ReactNode) => (rungs === null ? <Skeleton width="64px" /> : value)
  return (
    <dl className={styles.summary}>
      <Metric name="Top bid" metric="collection.top-bid" subject={subject}>
        {known(<Price octas={top?.price ?? null} />)}
      </Metric>
      <Metric name="Floor" metric="collection.floor" subject={subject}>
        <Price octas={floorPrice} />
      </Metric>
      <Metric name="Spread" metric="bids.spread" subject={subject}>
        {known(<Price octas={spread?.octas ?? null} />)}
        {spread !== null && spread.percent !== null && <span className={styles.note}>{spread.percent}%</span>}
      </Metric>
      <Metric name="Bid size" metric="bids.size" subject={subject}>
        {known(
          <>
            {formatCount(last?.depth ?? 0)}
            {more && '+'}
            <span className={styles.note}> items</span>
          </>,
        )}
      </Metric>
      <Metric name="Bid value" metric="bids.value" subject={subject}>
        {known(<Price octas={last?.depthPrice ?? null} />)}
        {more && '+'}
      </Metric>
    </dl>
  )
}
