import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { PointsInterval } from './read-leaderboard.ts'

/**
 * Rows of the points ledger that begin in or reach into an interval, with the `hours` of each that count: those that ended
 * within it. A purchase is one hour, that in which it was made, and counts at once.
 * @param wallets only theirs; null for everybody's.
 */
export function countedHours(
  { sinceMicros, nowMicros }: PointsInterval,
  wallets: readonly string[] | null = null,
): RawBuilder<unknown> {
  // The first hour that ends after the interval's start, and the last one that has ended.
  const first = sinceMicros === null ? 0n : sinceMicros - (sinceMicros % HOUR_MICROS)
  const last = nowMicros - (nowMicros % HOUR_MICROS) - HOUR_MICROS
  const only = wallets === null ? sql`` : sql`and l.wallet = any(${[...wallets]}::text[])`
  return sql`
    select l.*, case when l.rule = 'buying' then 1 else greatest(0,
      (least(coalesce(l.last_hour_micros, ${last}::bigint), ${last}::bigint) - greatest(l.first_hour_micros, ${first}::bigint))
      / ${HOUR_MICROS}::bigint + 1) end as hours
    from market.points_ledger l
    where (l.last_hour_micros is null or l.last_hour_micros >= ${first}::bigint)
      and l.first_hour_micros <= ${nowMicros}::bigint ${only}`
}
