import { biddingPoints, listingPoints, MAX_PRICES_PER_HOUR } from '@opal/domain/rewards/season-points'
import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, type Replacement } from '../../driver/replace-rows.ts'
import type { ListingSpanRow, OfferSpanRow } from '../../schema/history.ts'
import { type PointsLedgerRow, pointsLedger } from '../../schema/points.ts'
import { FOREVER } from '../../schema/span-sql.ts'
import type { HourReplacement } from '../stats/hours.ts'
import { sinceSql } from '../stats/read-hours.ts'
import { type EarningSpan, toHourlyPoints } from './hourly-points.ts'

/** Inputs of the hourly points of collections in addition to the floors, from the first hours on. */
export interface EarningFacts {
  readonly spans: readonly EarningSpan[]
  /** As the ledger has them. */
  readonly stored: readonly PointsLedgerRow[]
  /** Collections whose other orders are to be compared later, and from which hour on. */
  readonly due: ReadonlyMap<string, bigint>
}

/** The ids of our own marketplaces, read once for a statement. */
export const OWN_MARKETPLACES = sql`array(select v.marketplace from market.marketplaces v where v.is_native)`

/** Spans that differ from the stored ones: of the orders whose points may change. */
export interface ChangedSpans {
  readonly listings: readonly ListingSpanRow[]
  readonly offers: readonly OfferSpanRow[]
}

/**
 * Reads the inputs of {@link compareHourlyPoints} for the orders that changed. A collection whose floor may have moved becomes due instead: the
 * floor may move with every trade, and then every open order near it earns at another rate. A floor cannot have moved if nothing at or below it
 * changed.
 * @param first from `firstHours`.
 * @param changed written already.
 */
export async function readEarning(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  { listings, offers }: ChangedSpans,
): Promise<EarningFacts> {
  if (first.size === 0 || listings.length + offers.length === 0) return { spans: [], stored: [], due: NONE }
  const orders: Orders = {
    rules: [...listings.map(() => 'listing'), ...offers.map(() => 'bidding')],
    marketplaces: [...listings, ...offers].map((span) => span.marketplace),
    ids: [...listings.map((span) => span.listing_id), ...offers.map((span) => span.offer_id)],
    collections: [...listings, ...offers].map((span) => span.collection_id),
  }
  const [facts, due] = await Promise.all([readEarningOf(db, first, orders), readMoved(db, first, listings)])
  return { ...facts, due }
}

/**
 * Reads the inputs of all orders of collections. Of collections that have more than are compared together none are read: they are due.
 * @param most spans of any marketplace that are compared, in all collections.
 */
export async function readWholeEarning(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  most: number,
): Promise<EarningFacts> {
  if (first.size === 0) return { spans: [], stored: [], due: NONE }
  const { whole, due } = await readSizes(db, first, most)
  const asked = askedSql(NO_ORDERS, first)
  const [spans, stored] = await Promise.all([readSpans(db, whole, asked), readStored(db, whole, asked)])
  return { spans, stored, due }
}

/** Reads the inputs of some orders of one collection from an hour on. */
export async function readEarningOf(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  orders: Orders,
): Promise<EarningFacts> {
  const asked = askedSql(orders, first)
  const [spans, stored] = await Promise.all([readSpans(db, NONE, asked), readStored(db, NONE, asked)])
  return { spans, stored, due: NONE }
}

/** Orders by column. */
export interface Orders {
  readonly rules: readonly string[]
  readonly marketplaces: readonly string[]
  readonly ids: readonly string[]
  /** One may have been for an item of another collection before. */
  readonly collections: readonly string[]
}

const NO_ORDERS: Orders = { rules: [], marketplaces: [], ids: [], collections: [] }

/** Returns orders as a table `k`, with the first hour of their collection: joined with the collections, each would be compared with all of them. */
function askedSql({ rules, marketplaces, ids, collections }: Orders, first: ReadonlyMap<string, bigint>) {
  const hours = collections.map((id) => first.get(id) ?? null)
  return sql`unnest(${rules}::text[], ${marketplaces}::text[], ${ids}::text[], ${collections}::text[], ${hours}::bigint[])
    as k (rule, marketplace, order_id, collection_id, hour)`
}

const NONE: ReadonlyMap<string, bigint> = new Map()

/** Reads the collections whose floor may have moved with some listings, with their first hours. */
async function readMoved(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  listings: readonly ListingSpanRow[],
): Promise<ReadonlyMap<string, bigint>> {
  const lowest = new Map<string, bigint>()
  for (const { collection_id, price_octas } of listings) {
    const known = lowest.get(collection_id)
    if (known === undefined || price_octas < known) lowest.set(collection_id, price_octas)
  }
  const asked = [...first].filter(([id]) => lowest.has(id))
  if (asked.length === 0) return NONE
  const prices = asked.map(([id]) => lowest.get(id) ?? 0n)
  const { rows } = await sql<CollectionHour>`
    select s.collection_id, s.hour
    from unnest(${asked.map(([id]) => id)}::text[], ${asked.map(([, hour]) => hour)}::bigint[], ${prices}::numeric[])
      as s (collection_id, hour, price_octas)
    where not coalesce((
      select bool_and(coalesce(h.floor_octas < s.price_octas, false)) and min(h.hour_micros) <= s.hour
      from market.collection_hours h where h.collection_id = s.collection_id
        and h.hour_micros >= coalesce((select max(hour_micros) from market.collection_hours earlier
          where earlier.collection_id = s.collection_id and earlier.hour_micros < s.hour), s.hour)
    ), false)`.execute(db)
  return hoursOf(rows)
}

/** A collection with an hour. */
interface CollectionHour {
  readonly collection_id: string
  readonly hour: bigint
}

function hoursOf(rows: readonly CollectionHour[]): ReadonlyMap<string, bigint> {
  return new Map(rows.map(({ collection_id, hour }) => [collection_id, hour]))
}

/** Reads which collections are compared whole, the smallest first, and which are due. It costs no more than what is compared. */
async function readSizes(db: Executor, first: ReadonlyMap<string, bigint>, most: number) {
  const { rows } = await sql<CollectionHour & { readonly is_due: boolean }>`
    select collection_id, hour, sum(spans) over (order by spans, collection_id) > ${most} as is_due
    from (
      select since.*, counted.spans from ${sinceSql(first)}
      cross join lateral (select ${countSql('listing_spans', most)} + ${countSql('offer_spans', most)} as spans offset 0) counted
    ) summed`.execute(db)
  return { whole: hoursOf(rows.filter((row) => !row.is_due)), due: hoursOf(rows.filter((row) => row.is_due)) }
}

/** Returns how many spans of the collection `since` reach its hour, up to one more than are compared. */
function countSql(table: 'listing_spans' | 'offer_spans', most: number): RawBuilder<bigint> {
  return sql`(select count(*) from (
    select from market.${sql.raw(table)} p where p.collection_id = since.collection_id
      and coalesce(p.to_micros, ${FOREVER}) > since.hour
    limit ${most + 1}) reached)`
}

/**
 * Returns the hourly points of collections from the first hour in which something changed, together with those in
 * the ledger.
 * @param after the floors, by hour.
 */
export function compareHourlyPoints(
  { spans, stored: ledger }: Omit<EarningFacts, 'due'>,
  { first, after }: Pick<HourReplacement, 'first' | 'after'>,
): Replacement<PointsLedgerRow> {
  const [spansOf, storedOf] = [byCollection(spans), byCollection(ledger)]
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

/** Reads orders of our own marketplace that were open in one of the hours. @param whole collections whose orders are all read. */
async function readSpans(
  db: Executor,
  whole: ReadonlyMap<string, bigint>,
  asked: RawBuilder<unknown>,
): Promise<readonly EarningSpan[]> {
  const openAt = (of: 'since' | 'k') => sql`p.collection_id = ${sql.ref(`${of}.collection_id`)}
    and coalesce(p.to_micros, ${FOREVER}) > ${sql.ref(`${of}.hour`)} and p.marketplace = any(${OWN_MARKETPLACES})`
  // An order may have any number of consecutive spans, before the hour and in each hour.
  const reaching = (table: 'listing_spans' | 'offer_spans', id: 'listing_id' | 'offer_id') => {
    const ofOrder = sql`from market.${sql.raw(table)} p where p.marketplace = k.marketplace and p.${sql.ref(id)} = k.order_id`
    const newest = sql`select p.from_micros - p.from_micros % ${HOUR_MICROS}::bigint ${ofOrder} and p.from_micros >= k.hour`
    const last = sql`order by p.from_micros desc limit 1`
    return sql`cross join lateral (
      (select * ${ofOrder} and p.from_micros < k.hour ${last})
      union all
      select p.* from (
        with recursive begun (hour) as (
          (${newest} ${last})
          union all
          select (${newest} and p.from_micros < begun.hour ${last}) from begun where begun.hour is not null
        ) select hour from begun where hour is not null
      ) begun cross join lateral (
        select * ${ofOrder} and p.from_micros >= begun.hour and p.from_micros < begun.hour + ${HOUR_MICROS}::bigint
        order by p.from_micros desc limit ${sql.lit(MAX_PRICES_PER_HOUR)}
      ) p
    ) p`
  }
  const { rows } = await sql<EarningSpan>`
    select 'listing' as rule, p.seller as wallet, p.collection_id, p.marketplace, p.listing_id as order_id,
      p.placed_version, p.from_micros, p.to_micros, p.price_octas, 1::numeric as size
    from (
      select p.* from ${sinceSql(whole)} join market.listing_spans p on ${openAt('since')}
      union
      select p.* from ${asked} ${reaching('listing_spans', 'listing_id')} where k.rule = 'listing' and ${openAt('k')}
    ) p
    union all
    select 'bidding', p.buyer, p.collection_id, p.marketplace, p.offer_id, p.placed_version, p.from_micros, p.to_micros,
      p.price_octas, p.remaining_amount
    from (
      select p.* from ${sinceSql(whole)} join market.offer_spans p on ${openAt('since')}
      union
      select p.* from ${asked} ${reaching('offer_spans', 'offer_id')} where k.rule = 'bidding' and ${openAt('k')}
    ) p
    order by from_micros, order_id`.execute(db)
  return rows
}

/**
 * Reads rows that reach into the hours, and those of the hour before them that a run may extend: of orders that were still open. It may have
 * any number of others.
 */
async function readStored(
  db: Executor,
  whole: ReadonlyMap<string, bigint>,
  asked: RawBuilder<unknown>,
): Promise<readonly PointsLedgerRow[]> {
  const ends = sql`coalesce(l.last_hour_micros, ${FOREVER})`
  const open = (rule: string, table: string, id: string) => sql`
    select ${sql.lit(rule)} as rule, p.marketplace, p.${sql.ref(id)} as order_id, since.collection_id, since.hour
    from ${sinceSql(whole)} join market.${sql.raw(table)} p on p.collection_id = since.collection_id
      and coalesce(p.to_micros, ${FOREVER}) > since.hour and p.marketplace = any(${OWN_MARKETPLACES})`
  // Lateral, so that each part uses its own index: a free join may read all spans that have ended.
  const { rows } = await sql<PointsLedgerRow>`
    select l.* from ${sinceSql(whole)} cross join lateral (
      select * from market.points_ledger l where l.collection_id = since.collection_id and l.rule <> 'buying'
        and ${ends} >= since.hour offset 0
    ) l
    union
    select l.* from (
      select k.rule, k.marketplace, k.order_id, k.collection_id, k.hour from ${asked}
      union ${open('listing', 'listing_spans', 'listing_id')}
      union ${open('bidding', 'offer_spans', 'offer_id')}
    ) k cross join lateral (
      select * from market.points_ledger l where l.rule = k.rule and l.marketplace = k.marketplace and l.order_id = k.order_id
        and l.collection_id = k.collection_id and ${ends} >= k.hour - ${HOUR_MICROS}::bigint offset 0
    ) l`.execute(db)
  return rows
}

function byCollection<Row extends { readonly collection_id: string | null }>(rows: readonly Row[]) {
  return Map.groupBy(rows, (row) => row.collection_id ?? '')
}
