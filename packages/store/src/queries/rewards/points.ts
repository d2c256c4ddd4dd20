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
    sql<{ wallet: string }>`select wallet from (${LISTED_ELSEWHERE}) d where wallet = any(${[...wallets]}::text[])`,
  )
  const disloyal = new Set(elsewhere.map((row) => row.wallet))
  return new Map(wallets.map((wallet) => [wallet, disloyal.has(wallet) ? 0 : 100]))
}

/**
 * Wallets that have something listed on another marketplace than ours. A frozen token does not count: its creator froze it, and the
 * seller cannot take the listing back.
 */
export const LISTED_ELSEWHERE = sql`
  select distinct l.seller as wallet from market.listings l left join market.marketplaces v using (marketplace)
  where ${LISTED_BY_SELLER} and l.validity <> 'token-frozen' and not coalesce(v.is_native, false)`

/**
 * Selects the collections whose listings and offers earn: those with enough volume without wash trades. An order in a collection
 * without buyers takes no risk.
 * Wash trades are summed only of collections with orders in the ledger.
 * @param wallets restricts the ledger to some wallets; null for all.
 * @source docs/product/rewards.md#season-points
 */
function earningCollections(volumeOctas: bigint, wallets: readonly string[] | null): RawBuilder<unknown> {
  const hasOrders =
    wallets === null
      ? sql`exists (select from market.points_ledger p where p.collection_id = cs.collection_id and p.rule <> 'buying')`
      : sql`cs.collection_id in (
          select p.collection_id from market.points_ledger p where p.wallet = any(${[...wallets]}::text[]))`
  return sql`
    select cs.collection_id from market.collection_stats cs
    where cs.volume_all_octas >= ${volumeOctas}::numeric and ${hasOrders}
      and cs.volume_all_octas - coalesce((
        select sum(s.price_octas) from market.sales s where s.collection_id = cs.collection_id and s.is_wash), 0)
        >= ${volumeOctas}::numeric`
}

/**
 * Returns rows of the points ledger that begin in or reach into an interval, with the `hours` of each that count:
 * those that ended within it. A purchase is one hour, that in which it was made, and counts at once. Orders of
 * collections that do not earn are left out.
 * @param wallets restricts them to some wallets; null for all.
 */
export function countedHours(
  { sinceMicros, nowMicros, earningVolumeOctas = EARNING_VOLUME_OCTAS }: PointsInterval,
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
      and l.first_hour_micros <= ${nowMicros}::bigint ${only}
      and (l.rule = 'buying' or l.collection_id in (${earningCollections(earningVolumeOctas, wallets)}))`
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

/**
 * Reads a page of the ranking by total, best first; wallets without points are left out. Equal totals share the
 * better rank.
 */
export function readLeaderboard(
  reader: Reader,
  interval: PointsInterval,
  page: { readonly take: number; readonly offset?: number },
): Promise<readonly WalletPoints[]> {
  return readRows(
    reader,
    sql<WalletPoints>`select * from (${ranked(interval)}) r order by rank, wallet limit ${page.take} offset ${page.offset ?? 0}`,
  )
}

/** Reads points and rank of some wallets; those without points are left out. */
export function readWalletPoints(
  reader: Reader,
  wallets: readonly string[],
  interval: PointsInterval,
): Promise<readonly WalletPoints[]> {
  return readRows(
    reader,
    sql<WalletPoints>`select * from (${ranked(interval)}) r where wallet = any(${[...wallets]}::text[]) order by rank, wallet`,
  )
}

function ranked(interval: PointsInterval): RawBuilder<unknown> {
  return sql`
    select rank() over (order by "totalMicros" desc) as rank, summed.* from (
      select earned.*, div(("buyingMicros" + "listingMicros" + "biddingMicros") * (100 + loyalty), 200) as "totalMicros"
      from (
        select p.wallet, ${sumOf('buying')} as "buyingMicros", ${sumOf('listing')} as "listingMicros",
          ${sumOf('bidding')} as "biddingMicros", case when max(d.wallet) is null then 100 else 0 end as loyalty
        from (${countedHours(interval)}) p
        left join (${LISTED_ELSEWHERE}) d on d.wallet = p.wallet
        where p.hours > 0
        group by p.wallet
      ) earned
    ) summed`
}

function sumOf(rule: string): RawBuilder<unknown> {
  return sql`coalesce(sum(p.points_micros * p.hours) filter (where p.rule = ${rule}), 0)`
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
    from (${countedHours(interval, [wallet])}) p
    where hours > 0 ${beyond}
    order by first_hour_micros desc, rule desc, marketplace desc, order_id desc, version desc, event_index desc
    limit ${page.take}`,
  )
}
