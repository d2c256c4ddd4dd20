import { EARNING_VOLUME_OCTAS } from '@opal/domain/rewards/season-points'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'
import { countedHoursOf, earningCollections, hoursOfRow, type PointsInterval } from './counted-points.ts'

/** One entry of a wallet's ledger: what it earned points for. Points in millionths, prices in octas. */
export interface PointsEntry {
  readonly rule: 'buying' | 'listing' | 'bidding'
  readonly collectionId: string | null
  readonly marketplace: string
  readonly orderId: string
  /** Version of the transaction that bought, or that placed the order. */
  readonly version: bigint
  readonly eventIndex: number
  readonly firstHourMicros: bigint
  /** When it was bought, or the start of the first hour that counted. */
  readonly fromMicros: bigint
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
  'firstHourMicros' | 'version' | 'eventIndex' | 'rule' | 'marketplace' | 'orderId'
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
    ? sql`and (first_hour_micros, version, event_index, rule, marketplace, order_id) < (${after.firstHourMicros},
        ${after.version}, ${after.eventIndex}, ${after.rule}, ${after.marketplace}, ${after.orderId})`
    : sql``
  return readRows(
    reader,
    sql<PointsEntry>`
    select rule, collection_id as "collectionId", marketplace, order_id as "orderId", version, event_index as "eventIndex",
      first_hour_micros as "firstHourMicros", coalesce(bought.at_micros, first_hour_micros) as "fromMicros",
      last_hour_micros as "lastHourMicros", price_octas as "priceOctas",
      floor_octas as "floorOctas", size, hours::bigint, points_micros as "pointsMicros"
    from (
      select * from (${ledgerRows(interval, [wallet])}) l
      where hours > 0 ${beyond}
      order by first_hour_micros desc, version desc, event_index desc, rule desc, marketplace desc, order_id desc
      limit ${page.take}
    ) p
    left join lateral (
      select at_micros from market.sales s
      where p.rule = 'buying' and s.version = p.version and s.event_index = p.event_index
    ) bought on true
    order by first_hour_micros desc, version desc, event_index desc, rule desc, marketplace desc, order_id desc`,
  )
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
