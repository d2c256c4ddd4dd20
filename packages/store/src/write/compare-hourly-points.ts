import { biddingPoints, listingPoints } from '@opal/domain/rewards/season-points'
import { type RawBuilder, sql } from 'kysely'
import { type PointsLedgerRow, pointsLedger } from '../tables/points-ledger.ts'
import { HOUR_MICROS } from './book/collection-hours.ts'
import { type EarningSpan, toHourlyPoints } from './book/hourly-points.ts'
import { FOREVER, type HourReplacement } from './compare-hours.ts'
import type { Statements } from './pipelined.ts'
import { compareRows, type Replacement } from './replace-rows.ts'

/** What the hourly points of collections are made of beside the floors, from the first hours on. */
export interface EarningFacts {
  readonly spans: readonly EarningSpan[]
  /** As the ledger has them. */
  readonly stored: readonly PointsLedgerRow[]
}

/** Reads what {@link compareHourlyPoints} needs. @param first from `firstHours`. */
export async function readEarning(at: Statements, first: ReadonlyMap<string, bigint>): Promise<EarningFacts> {
  if (first.size === 0) return { spans: [], stored: [] }
  const since = sql`unnest(${[...first.keys()]}::text[], ${[...first.values()]}::bigint[]) as since (collection_id, hour)`
  const [spans, stored] = await Promise.all([readSpans(at, since), readStored(at, since)])
  return { spans, stored }
}

/**
 * The hourly points of collections from the first hour in which something of them changed, beside those in the ledger.
 * @param after the floors, by hour.
 */
export function compareHourlyPoints(
  { spans, stored: kept }: EarningFacts,
  { first, after }: HourReplacement,
): Replacement<PointsLedgerRow> {
  const [spansOf, storedOf] = [byCollection(spans), byCollection(kept)]
  const earning = [...first].filter(([collection]) => spansOf.has(collection) || storedOf.has(collection))
  const stored = earning.flatMap(([collection]) => storedOf.get(collection) ?? [])
  const wanted = earning.flatMap(([collection, hour]) => {
    const before = (storedOf.get(collection) ?? []).filter((row) => row.first_hour_micros < hour)
    const cut = before.map((row) => ({ ...row, last_hour_micros: hour - HOUR_MICROS }))
    return toHourlyPoints(hour, spansOf.get(collection) ?? [], after.get(collection) ?? [], cut, rateOf)
  })
  return compareRows(pointsLedger, stored, wanted)
}

function rateOf({ rule, price_octas, size }: EarningSpan, floorOctas: bigint): bigint {
  return rule === 'listing' ? listingPoints(price_octas, floorOctas) : biddingPoints(price_octas, floorOctas, size)
}

/** Orders of our own marketplace that stood at the end of one of the hours. */
async function readSpans(at: Statements, since: RawBuilder<unknown>): Promise<readonly EarningSpan[]> {
  const { rows } = await sql<EarningSpan>`
    select 'listing' as rule, p.seller as wallet, p.collection_id, p.marketplace, p.listing_id as order_id,
      p.placed_version, p.from_micros, p.to_micros, p.price_octas, 1::numeric as size
    from ${since}
    join market.listing_spans p on p.collection_id = since.collection_id
      and coalesce(p.to_micros, ${FOREVER}) >= since.hour + ${HOUR_MICROS}::bigint
    join market.venues v on v.marketplace = p.marketplace and v.is_native
    union all
    select 'bidding', p.buyer, p.collection_id, p.marketplace, p.offer_id, p.placed_version, p.from_micros, p.to_micros,
      p.price_octas, p.remaining_amount
    from ${since}
    join market.offer_spans p on p.collection_id = since.collection_id
      and coalesce(p.to_micros, ${FOREVER}) >= since.hour + ${HOUR_MICROS}::bigint
    join market.venues v on v.marketplace = p.marketplace and v.is_native
    order by from_micros, order_id`.execute(at)
  return rows
}

/** Rows that reach into the hours, or to the hour before them, which a run may go on. */
async function readStored(at: Statements, since: RawBuilder<unknown>): Promise<readonly PointsLedgerRow[]> {
  const { rows } = await sql<PointsLedgerRow>`
    select l.* from ${since} join market.points_ledger l on l.collection_id = since.collection_id and l.rule <> 'buying'
      and coalesce(l.last_hour_micros, ${FOREVER}) >= since.hour - ${HOUR_MICROS}::bigint`.execute(at)
  return rows
}

function byCollection<Row extends { readonly collection_id: string | null }>(rows: readonly Row[]) {
  return Map.groupBy(rows, (row) => row.collection_id ?? '')
}
