import { EARNING_VOLUME_OCTAS } from '@opal/domain/rewards/season-points'
import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'
import {
  type CountedHours,
  countedHoursOf,
  earningCollections,
  hoursOfRow,
  type PointsInterval,
} from './counted-points.ts'
import { loyaltyOf } from './loyalty.ts'

/** Points of one wallet in millionths; the total is with its loyalty. */
export interface WalletPoints {
  readonly rank: bigint
  readonly wallet: string
  readonly buyingMicros: bigint
  readonly listingMicros: bigint
  readonly biddingMicros: bigint
  readonly loyalty: 0 | 100
  readonly totalMicros: bigint
}

/** A place in the leaderboard. */
export type LeaderboardPlace = Pick<WalletPoints, 'totalMicros' | 'wallet'>

/**
 * Reads a page of the ranking by total, best first; wallets without points are left out. Equal totals share the
 * better rank.
 * @param after the last row of the page before.
 */
export function readLeaderboard(
  reader: Reader,
  interval: PointsInterval,
  page: { readonly take: number; readonly offset?: number; readonly after?: LeaderboardPlace },
): Promise<readonly WalletPoints[]> {
  const { after, take, offset = 0 } = page
  const beyond = after
    ? sql`where "totalMicros" < ${after.totalMicros} or ("totalMicros" = ${after.totalMicros} and wallet > ${after.wallet})`
    : sql``
  // A total is at most the sum and at least half of it. So no more wallets come before a place than have its total as their sum, and
  // those of the first n places have at least half the nth sum: only their loyalty is looked up.
  const before = after ? sql`(select count(*) from sums where micros >= ${after.totalMicros}::numeric)` : sql`0`
  const least = sql`coalesce((select div(micros, 2) from sums order by micros desc
    limit 1 offset ${before} + ${take + offset - 1}::bigint), 0)`
  return readRows(
    reader,
    sql<WalletPoints>`
    with ${sumsOf(interval, sql`materialized`)}, least as materialized (select ${least} as micros)
    select rank, wallet, ${PRESENTED} from (
      select rank() over (order by "totalMicros" desc) as rank, t.* from (
        select s.*, y.loyalty, ${TOTAL} as "totalMicros"
        from sums s ${LOYALTY} where s.micros >= (select micros from least)
      ) t
    ) r ${beyond}
    order by "totalMicros" desc, wallet limit ${take} offset ${offset}`,
  )
}

/**
 * Reads points and rank of some wallets; those without points are left out. A wallet comes before another when half its sum is more than
 * the other's total; only where the whole of it is, its loyalty decides and is looked up.
 */
export function readWalletPoints(
  reader: Reader,
  wallets: readonly string[],
  interval: PointsInterval,
): Promise<readonly WalletPoints[]> {
  return readRows(
    reader,
    sql<WalletPoints>`
    with ${sumsOf(interval, sql`not materialized`)}
    select 1 + (
      select count(*) from sums o where o.micros > own."totalMicros" and (div(o.micros, 2) > own."totalMicros"
        or ${loyaltyOf('o.wallet')} = 100)
    ) as rank, wallet, ${PRESENTED}
    from (select s.*, y.loyalty, ${TOTAL} as "totalMicros" from sums s ${LOYALTY} where s.wallet = any(${[...wallets]}::text[])) own
    order by rank, wallet`,
  )
}

const PRESENTED = sql`
  buying as "buyingMicros", listing as "listingMicros", bidding as "biddingMicros", loyalty, "totalMicros"`

const LOYALTY = sql`cross join lateral (select ${loyaltyOf('s.wallet')} as loyalty offset 0) y`

const TOTAL = sql`div(s.micros * (100 + y.loyalty), 200)`

/**
 * Returns `sums`: what each wallet with points earned. Most have only purchases, which are passed on as they are.
 * @param materialization whether the sums are computed once, for a ranking, or only for the wallets requested
 */
function sumsOf(interval: PointsInterval, materialization: RawBuilder<unknown>): RawBuilder<unknown> {
  const { earningVolumeOctas = EARNING_VOLUME_OCTAS } = interval
  return sql`earning as materialized (${earningCollections(earningVolumeOctas, null)}), ${earnedTables(interval)},
    sums as ${materialization} (
      select b.wallet, b.micros as buying, 0::numeric as listing, 0::numeric as bidding, b.micros from purchases b
      where b.micros > 0 and not exists (select from rest r where r.wallet = b.wallet)
      union all
      select * from (
        select r.wallet, coalesce(b.micros, 0) + r.buying as buying, r.listing, r.bidding,
          coalesce(b.micros, 0) + r.buying + r.listing + r.bidding as micros
        from rest r left join purchases b on b.wallet = r.wallet
      ) e where e.micros > 0
    )`
}

/**
 * Returns the common tables of which `sums` is made: `purchases`, what each wallet earned by buying, and `rest`, what else counts. Both in
 * millionths, before loyalty. The purchases of a whole season are stored as one row a wallet, which is all that most wallets have.
 */
function earnedTables(interval: PointsInterval): RawBuilder<unknown> {
  const { first, last } = countedHoursOf(interval)
  const purchases =
    first === null
      ? sql`select t.wallet, t.ended_micros as micros from market.points_totals t where t.rule = 'buying' and t.collection_id = ''`
      : sql`select l.wallet, sum(l.points_micros) as micros from market.points_ledger l
          where l.rule = 'buying' and ${LAST_HOUR} >= ${first}::bigint and l.first_hour_micros <= ${interval.nowMicros}::bigint
          group by l.wallet`
  const rest = first === null ? correctedSeason(last, interval.nowMicros) : ordersWithin({ first, last })
  // A season's are read by wallet as well, an interval's are added up once.
  const materialization = first === null ? sql`not materialized` : sql`materialized`
  return sql`purchases as ${materialization} (${purchases}), rest as materialized (
    select p.wallet, ${sumOf('buying')} as buying, ${sumOf('listing')} as listing, ${sumOf('bidding')} as bidding from (${rest}) p
    where p.rule = 'buying' or p.collection_id in (select collection_id from earning)
    group by p.wallet)`
}

const LAST_HOUR = sql`coalesce(l.last_hour_micros, l.first_hour_micros)`

/** Returns the stored sums of a season's orders, and what is to be added to those and to its purchases: of rows that end or begin in an hour that is not over. */
function correctedSeason(last: bigint, nowMicros: bigint): RawBuilder<unknown> {
  const hours = last / HOUR_MICROS + 1n
  return sql`
    select t.wallet, t.rule, t.collection_id, t.ended_micros + t.hourly_micros * ${hours}::numeric - t.begun_micros as micros
    from market.points_totals t where t.rule <> 'buying'
    union all
    select l.wallet, l.rule, market.points_collection(l), l.points_micros * (${hoursOfRow({ first: null, last }, nowMicros)})
      - (market.points_ended(l) + market.points_hourly(l) * ${hours}::numeric - market.points_begun(l))
    from market.points_ledger l where ${LAST_HOUR} >= ${last + HOUR_MICROS}::bigint`
}

/** Returns what the orders of an interval earned: what the open ones bring by the hour, and what is to be added for rows that ended or began in it. */
function ordersWithin({ first, last }: CountedHours & { readonly first: bigint }): RawBuilder<unknown> {
  const hours = (last - first) / HOUR_MICROS + 1n
  return sql`
    select t.wallet, t.rule, t.collection_id, t.hourly_micros * ${hours}::numeric as micros
    from market.points_totals t where t.hourly_micros <> 0
    union all
    select l.wallet, l.rule, market.points_collection(l),
      l.points_micros * (${hoursOfRow({ first, last }, 0n)}) - market.points_hourly(l) * ${hours}::numeric
    from market.points_ledger l where l.rule <> 'buying' and ${LAST_HOUR} >= ${first}::bigint`
}

function sumOf(rule: string): RawBuilder<unknown> {
  return sql`coalesce(sum(p.micros) filter (where p.rule = ${rule}), 0)`
}
