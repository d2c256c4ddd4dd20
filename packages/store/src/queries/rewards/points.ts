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
  type PointsWindow,
  WINDOW_MICROS,
} from './counted-points.ts'

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
  // Redundant, but the only condition that can use the index.
  const beyond = after
    ? sql`and total <= ${after.totalMicros}::numeric
        and (total < ${after.totalMicros}::numeric or wallet > ${after.wallet})`
    : sql``
  const best = (rows: RawBuilder<unknown>) =>
    sql`(select * from ${rows} where true ${beyond} order by total desc, wallet limit ${take + offset})`
  return readRows(
    reader,
    sql<WalletPoints>`
    with ${boardTables(interval)},
    page as materialized (
      select * from (${best(sql`stored`)} union all ${best(sql`fixed`)}) both_kinds
      order by total desc, wallet limit ${take} offset ${offset}
    ),
    head as materialized (select * from page order by total desc, wallet limit 1),
    place as materialized (
      select head.total, ${countWhere(interval, sql`o.total > head.total`)} as above,
        ${countWhere(interval, sql`o.total = head.total and o.wallet < head.wallet`)} as tied
      from head
    )
    select case when page.total = place.total then 1 + place.above
      else place.above + place.tied + rank() over (order by page.total desc) end as rank, ${PRESENTED}
    from page cross join place
    order by page.total desc, page.wallet`,
  )
}

/** Reads points and rank of some wallets; those without points are left out. */
export function readWalletPoints(
  reader: Reader,
  wallets: readonly string[],
  interval: PointsInterval,
): Promise<readonly WalletPoints[]> {
  const own = sql`where wallet = any(${[...wallets]}::text[])`
  return readRows(
    reader,
    sql<WalletPoints>`
    with ${boardTables(interval)}, page as materialized (select * from stored ${own} union all select * from fixed ${own})
    select 1 + ${countWhere(interval, sql`o.total > page.total`)} as rank, ${PRESENTED}
    from page order by rank, wallet`,
  )
}

const PRESENTED = sql`page.wallet, page.buying as "buyingMicros", page.listing as "listingMicros", page.bidding as "biddingMicros",
  page.loyalty, page.total as "totalMicros"`

/** Purchases of a wallet as they are stored, in the table under the name `w`. */
function bought(window: PointsWindow): RawBuilder<unknown> {
  return sql.ref(`w.${window}_micros`)
}

const LOYALTY = sql`case when w.elsewhere > 0 then 0 else 100 end`

/**
 * Returns the common tables of a ranking: `stored`, wallets that have earned by purchases alone, whose totals have an index; and `fixed`, all
 * others with points, whose totals are added up. Columns of both: wallet, buying, listing, bidding, loyalty, total.
 */
function boardTables(interval: PointsInterval): RawBuilder<unknown> {
  const { window, earningVolumeOctas = EARNING_VOLUME_OCTAS } = interval
  const counted = countedHoursOf(interval)
  const { first } = counted
  const orders = first === null ? ordersOfSeason(counted) : ordersWithin({ ...counted, first })
  return sql`earning as materialized (${earningCollections(earningVolumeOctas, null)}),
    others as materialized (
      select p.wallet, ${sumOf('buying')} as buying, ${sumOf('listing')} as listing, ${sumOf('bidding')} as bidding
      from (${purchaseFixes(counted, interval)} union all ${orders}) p
      where p.rule = 'buying' or p.collection_id in (select collection_id from earning)
      group by p.wallet),
    stored as not materialized (
      select w.wallet, ${bought(window)} as buying, 0::numeric as listing, 0::numeric as bidding, ${LOYALTY} as loyalty,
        ${sql.ref(`w.${window}_total`)} as total
      from market.wallet_points w where ${bought(window)} > 0 and w.wallet not in (select wallet from others)),
    fixed as materialized (
      select e.wallet, e.buying, e.listing, e.bidding, e.loyalty,
        div((e.buying + e.listing + e.bidding) * (100 + e.loyalty), 200) as total
      from (
        select o.wallet, coalesce(${bought(window)}, 0) + o.buying as buying, o.listing, o.bidding, ${LOYALTY} as loyalty
        from others o left join market.wallet_points w on w.wallet = o.wallet
      ) e where e.buying + e.listing + e.bidding > 0)`
}

/** Counts the wallets of a ranking whose row `o` meets a condition. */
function countWhere({ window }: PointsInterval, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = sql`select w.wallet, ${sql.ref(`w.${window}_total`)} as total from market.wallet_points w where ${bought(window)} > 0`
  // Counts stored rows by the index only, and corrects the few whose current total differs.
  return sql`((select count(*) from (${rows}) o where ${condition})
    - (select count(*) from (${rows} and w.wallet in (select wallet from others)) o where ${condition})
    + (select count(*) from fixed o where ${condition}))`
}

const LAST_HOUR = sql`coalesce(l.last_hour_micros, l.first_hour_micros)`
/** Later than any hour. */
const NEVER = sql`9223372036854775807`

/**
 * Returns what is to be added to the stored sums of purchases: hours by which a window begins earlier or later than the stored one, and
 * purchases after a time that is behind the ledger. Columns: wallet, rule, collection_id, micros.
 */
function purchaseFixes({ first }: CountedHours, { window, nowMicros }: PointsInterval): RawBuilder<unknown> {
  const later = sql`
    select l.wallet, l.rule, '' as collection_id, -l.points_micros as micros from market.points_ledger l
    where l.rule = 'buying' and ${LAST_HOUR} > ${nowMicros}::bigint`
  if (window === 'season' || first === null) return later
  const stored = sql`coalesce((select hour_micros - ${WINDOW_MICROS[window] + HOUR_MICROS}::bigint from market.window_hour), ${NEVER})`
  return sql`${later}
    union all
    select l.wallet, l.rule, '', case when ${LAST_HOUR} >= ${first}::bigint then l.points_micros else -l.points_micros end
    from market.points_ledger l
    where l.rule = 'buying' and ${LAST_HOUR} >= least(${first}::bigint, ${stored}) and ${LAST_HOUR} < greatest(${first}::bigint, ${stored})`
}

/** Returns the points of a season's orders: the stored sums, and corrections for rows that begin or end in an hour that is not over. */
function ordersOfSeason({ last }: CountedHours): RawBuilder<unknown> {
  const hours = last / HOUR_MICROS + 1n
  return sql`
    select t.wallet, t.rule, t.collection_id, t.ended_micros + t.hourly_micros * ${hours}::numeric - t.begun_micros as micros
    from market.points_totals t where t.rule <> 'buying'
    union all
    select l.wallet, l.rule, market.points_collection(l), l.points_micros * (${hoursOfRow({ first: null, last }, 0n)})
      - (market.points_ended(l) + market.points_hourly(l) * ${hours}::numeric - market.points_begun(l))
    from market.points_ledger l where l.rule <> 'buying' and ${LAST_HOUR} >= ${last + HOUR_MICROS}::bigint`
}

/** Returns the points of an interval's orders: the hourly points of open ones, and corrections for rows that began or ended within the interval. */
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
