import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'

/** Time before now over which points are counted. */
export type PointsWindow = 'day' | 'week' | 'month' | 'season'

/** Length of each window in microseconds; a season begins and ends at its own times. */
export const WINDOW_MICROS = { day: DAY_MICROS, week: 7n * DAY_MICROS, month: 30n * DAY_MICROS } as const

/** Interval in which points are counted. */
export interface PointsInterval {
  readonly window: PointsWindow
  readonly nowMicros: bigint
  /** Sales that a collection needs for its orders to earn, octas; tests pass their own. */
  readonly earningVolumeOctas?: bigint
}

/**
 * Selects the collections whose listings and offers earn: those with enough volume without wash trades. An order in a collection
 * without buyers takes no risk.
 * Wash trades are summed only of collections with orders in the ledger.
 * @param wallets restricts the ledger to some wallets; null for all.
 * @source docs/product/rewards.md#season-points
 */
export function earningCollections(volumeOctas: bigint, wallets: readonly string[] | null): RawBuilder<unknown> {
  const only = wallets === null ? sql`` : sql`and t.wallet = any(${[...wallets]}::text[])`
  return sql`
    select cs.collection_id from market.collection_stats cs
    where cs.volume_all_octas >= ${volumeOctas}::numeric
      and cs.collection_id in (select t.collection_id from market.points_totals t where t.rule <> 'buying' ${only})
      and cs.volume_all_octas - coalesce((
        select sum(s.price_octas) from market.sales s where s.collection_id = cs.collection_id and s.is_wash), 0)
        >= ${volumeOctas}::numeric`
}

/** Hours that count within an interval: their starts, in microseconds. */
export interface CountedHours {
  /** The first hour that ends after the interval's start; null for the whole season. */
  readonly first: bigint | null
  /** The last hour that has ended. */
  readonly last: bigint
}

/** Returns the hours whose points count in an interval. */
export function countedHoursOf({ window, nowMicros }: PointsInterval): CountedHours {
  const hour = nowMicros - (nowMicros % HOUR_MICROS)
  return { first: window === 'season' ? null : hour - WINDOW_MICROS[window], last: hour - HOUR_MICROS }
}

/** Returns how many hours of a ledger row `l` count. A purchase counts as one hour, from the moment it is made. */
export function hoursOfRow({ first, last }: CountedHours, nowMicros: bigint): RawBuilder<unknown> {
  return sql`case when l.rule = 'buying' then (l.first_hour_micros <= ${nowMicros}::bigint)::int else greatest(0,
    (least(coalesce(l.last_hour_micros, ${last}::bigint), ${last}::bigint) - greatest(l.first_hour_micros, ${first ?? 0n}::bigint))
    / ${HOUR_MICROS}::bigint + 1) end`
}
