import { EARNING_VOLUME_OCTAS } from '@opal/domain/rewards/season-points'
import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { LISTED_BY_SELLER } from '../orders/listings.ts'
import { type Reader, readRows } from '../read-rows.ts'

/** Number of tokens that a wallet has listed on one marketplace. */
export interface ListedCount {
  readonly wallet: string
  readonly marketplace: string
  readonly isNative: boolean
  readonly listedCount: bigint
}

/** Reads numbers of listed tokens of some wallets by marketplace, with closed marketplaces, without tokens that the seller no longer holds. */
export function readListedCounts(reader: Reader, wallets: readonly string[]): Promise<readonly ListedCount[]> {
  return readRows(
    reader,
    sql<ListedCount>`
    select l.seller as wallet, l.marketplace, coalesce(v.is_native, false) as "isNative", count(*) as "listedCount"
    from market.listings l left join market.marketplaces v using (marketplace)
    where l.seller = any(${[...wallets]}::text[]) and ${LISTED_BY_SELLER}
    group by 1, 2, 3 order by 1, 2`,
  )
}

/**
 * Reads loyalty of each wallet: 0 when it has anything listed elsewhere that it can take back, else 100.
 * @source docs/product/rewards.md#loyalty
 */
export async function readLoyalty(reader: Reader, wallets: readonly string[]): Promise<ReadonlyMap<string, 0 | 100>> {
  const elsewhere = await readRows(
    reader,
    sql<{
      wallet: string
    }>`select distinct l.seller as wallet ${LISTED_ELSEWHERE} and l.seller = any(${[...wallets]}::text[])`,
  )
  const disloyal = new Set(elsewhere.map((row) => row.wallet))
  return new Map(wallets.map((wallet) => [wallet, disloyal.has(wallet) ? 0 : 100]))
}

/**
 * Listings on other marketplaces than ours. A frozen token does not count: its creator froze it, and the seller cannot take the listing
 * back.
 */
const LISTED_ELSEWHERE = sql`
  from market.listings l left join market.marketplaces v using (marketplace)
  where ${LISTED_BY_SELLER} and l.validity <> 'token-frozen' and not coalesce(v.is_native, false)`

/**
 * Selects the collections whose listings and offers earn: those with enough volume without wash trades. An order in a collection
 * without buyers takes no risk.
 * Wash trades are summed only of collections with orders in the ledger.
 * @param wallets restricts the ledger to some wallets; null for all.
 * @source docs/product/rewards.md#season-points
 */
function earningCollections(volumeOctas: bigint, wallets: readonly string[] | null): RawBuilder<unknown> {
  const only = wallets === null ? sql`` : sql`and t.wallet = any(${[...wallets]}::text[])`
  return sql`
    select cs.collection_id from market.collection_stats cs
    where cs.volume_all_octas >= ${volumeOctas}::numeric
      and cs.collection_id in (select t.collection_id from market.points_totals t where t.rule <> 'buying' ${only})
      and cs.volume_all_octas - coalesce((
        select sum(s.price_octas) from market.sales s where s.collection_id = cs.collection_id and s.is_wash), 0)
        >= ${volumeOctas}::numeric`
}

/** Hours that count within an interval. */
interface CountedHours {
  /** The first hour that ends after the interval's start; null for the whole season. */
  readonly first: bigint | null
  /** The last hour that has ended. */
  readonly last: bigint
}

function countedHoursOf({ sinceMicros, nowMicros }: PointsInterval): CountedHours {
  const first = sinceMicros === null ? null : sinceMicros - (sinceMicros % HOUR_MICROS)
  return { first, last: nowMicros - (nowMicros % HOUR_MICROS) - HOUR_MICROS }
}

/** Returns how many hours of a ledger row `l` count. A purchase is one hour, that in which it was made, and counts immediately. */
function hoursOfRow({ first, last }: CountedHours, nowMicros: bigint): RawBuilder<unknown> {
  return sql`case when l.rule = 'buying' then (l.first_hour_micros <= ${nowMicros}::bigint)::int else greatest(0,
    (least(coalesce(l.last_hour_micros, ${last}::bigint), ${last}::bigint) - greatest(l.first_hour_micros, ${first ?? 0n}::bigint))
    / ${HOUR_MICROS}::bigint + 1) end`
}

/**
 * Returns rows of some wallets' ledgers that begin in or reach into an interval, with the `hours` of each that count: those that
 * ended within it. Orders of collections that do not earn are left out.
 */
function ledgerRows(interval: PointsInterval, wallets: readonly string[]): RawBuilder<unknown> {
  const { nowMicros, earningVolumeOctas = EARNING_VOLUME_OCTAS } = interval
  const counted = countedHoursOf(interval)
  return sql`
    select l.*, ${hoursOfRow(counted, nowMicros)} as hours
    from market.points_ledger l
    where l.wallet = any(${[...wallets]}::text[])
      and (l.last_hour_micros is null or l.last_hour_micros >= ${counted.first ?? 0n}::bigint)
      and (l.rule = 'buying' or l.collection_id in (${earningCollections(earningVolumeOctas, wallets)}))`
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

/** Interval in which points are counted. */
export interface PointsInterval {
  /** Null: the whole season. */
  readonly sinceMicros: bigint | null
  readonly nowMicros: bigint
  /** Sales that a collection needs for its orders to earn, octas; tests pass their own. */
  readonly earningVolumeOctas?: bigint
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

/**
 * Returns the loyalty of a wallet of the outer query. The limit has it looked up by wallet: a market has far more listings than a
 * leaderboard has wallets.
 */
function loyaltyOf(wallet: 'o.wallet' | 's.wallet'): RawBuilder<unknown> {
  return sql`coalesce((select 0 ${LISTED_ELSEWHERE} and l.seller = ${sql.ref(wallet)} limit 1), 100)`
}

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

/** One entry of a wallet's ledger: what it earned points for. Points in millionths, prices in octas. */
export interface PointsEntry {
  readonly rule: 'buying' | 'listing' | 'bidding'
  readonly collectionId: string | null
  readonly marketplace: string
  readonly orderId: string
  /** Of the transaction that bought, or that placed the order. */
  readonly version: bigint
  readonly eventIndex: number
  readonly firstHourMicros: bigint
  /** Null: the order still earns. */
  readonly lastHourMicros: bigint | null
  readonly priceOctas: bigint
  readonly floorOctas: bigint | null
  readonly size: bigint
  /** Hours that counted within the interval; 1 for a purchase. */
  readonly hours: bigint
  /** For each of them. */
  readonly pointsMicros: bigint
}

/** A place in the ledger. */
export type PointsPlace = Pick<
  PointsEntry,
  'firstHourMicros' | 'rule' | 'marketplace' | 'orderId' | 'version' | 'eventIndex'
>

/** Reads one page of a wallet's ledger, newest first. @param after the last entry of the page before. */
export function readPointsLedger(
  reader: Reader,
  wallet: string,
  interval: PointsInterval,
  page: { readonly take: number; readonly after?: PointsPlace },
): Promise<readonly PointsEntry[]> {
  const { after } = page
  const beyond = after
    ? sql`and (first_hour_micros, rule, marketplace, order_id, version, event_index) < (${after.firstHourMicros},
        ${after.rule}, ${after.marketplace}, ${after.orderId}, ${after.version}, ${after.eventIndex})`
    : sql``
  return readRows(
    reader,
    sql<PointsEntry>`
    select rule, collection_id as "collectionId", marketplace, order_id as "orderId", version, event_index as "eventIndex",
      first_hour_micros as "firstHourMicros", last_hour_micros as "lastHourMicros", price_octas as "priceOctas",
      floor_octas as "floorOctas", size, hours::bigint, points_micros as "pointsMicros"
    from (${ledgerRows(interval, [wallet])}) p
    where hours > 0 ${beyond}
    order by first_hour_micros desc, rule desc, marketplace desc, order_id desc, version desc, event_index desc
    limit ${page.take}`,
  )
}
