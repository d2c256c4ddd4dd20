import type { TimeWindow } from '@opal/contract/constants/windows'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { openOrderHealth } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { ExplainMetricButton } from '../../entities/collection/explain-metric-button.tsx'
import type { MetricId, MetricSubject } from '../../entities/collection/metrics.ts'
import { LoadError } from '../../shared/components/load-error.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import { formatCount } from '../../shared/format/number.ts'
import { formatPoints, formatPointsShort } from '../../shared/format/points.ts'
import styles from './points-summary.module.css'
import { rewardsQuery } from './rewards-query.ts'

/** Shows a wallet's points: total, rank and parts. */
export function PointsSummary({ address, interval }: { address: string; interval: TimeWindow }) {
  const { data, isLoadingError, error, refetch } = useQuery(rewardsQuery(useSite().api, address, interval))
  if (isLoadingError) {
    return <LoadError title="Couldn’t load your points" error={error} onRetry={refetch} />
  }
  const points = (value: number | undefined) =>
    value === undefined ? (
      <Skeleton width="80px" height="20px" />
    ) : (
      <span title={formatPoints(value)}>{formatPointsShort(value)}</span>
    )
  const subject = { wallet: address, name: formatAddress(address), window: interval }
  return (
    <dl className={styles.metrics} aria-busy={data === undefined}>
      <Metric name="Your points" large metric="rewards.total" subject={subject}>
        {points(data?.total)}
      </Metric>
      <Metric name="Rank" large subject={subject}>
        {data === undefined ? (
          <Skeleton width="48px" height="20px" />
        ) : data.rank === null ? (
          '-'
        ) : (
          `#${formatCount(data.rank)}`
        )}
      </Metric>
      <Metric name="Buying" metric="rewards.buying" subject={subject}>
        {points(data?.buyingPoints)}
      </Metric>
      <Metric name="Listing" metric="rewards.listing" subject={subject}>
        {points(data?.listingPoints)}
      </Metric>
      <Metric name="Bidding" metric="rewards.bidding" subject={subject}>
        {points(data?.biddingPoints)}
      </Metric>
      <Metric
        name="Loyalty"
        metric="rewards.loyalty"
        subject={subject}
        note={data === undefined ? '' : data.loyaltyPercent === 100 ? 'all of your points count' : <Halved />}
      >
        {data === undefined ? <Skeleton width="48px" height="20px" /> : `${data.loyaltyPercent}%`}
      </Metric>
    </dl>
  )
}

/** Says what the loyalty costs, and leads to where it is raised. */
function Halved() {
  return (
    <>
      halves your points{' '}
      <button
        type="button"
        className={styles.boost}
        aria-label="Boost your loyalty"
        onClick={() => openOrderHealth('loyalty')}
      >
        Boost
      </button>
    </>
  )
}

interface MetricProps {
  name: string
  note?: ReactNode
  large?: boolean
  /** Its working can be shown. */
  metric?: MetricId
  subject: MetricSubject
  children: ReactNode
}

function Metric({ name, note, large = false, metric, subject, children }: MetricProps) {
  return (
    <div className={styles.metric} data-large={large || undefined}>
      <dt>
        {metric === undefined ? (
          name
        ) : (
          <ExplainMetricButton metric={metric} subject={subject} name={name}>
            {name}
          </ExplainMetricButton>
        )}
      </dt>
      <dd>
        {children}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  )
}
