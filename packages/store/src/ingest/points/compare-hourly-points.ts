import { biddingPoints, listingPoints, MAX_PRICES_PER_HOUR } from '@opal/domain/rewards/season-points'
import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, type Replacement } from '../../driver/replace-rows.ts'
import type { ListingSpanRow, OfferSpanRow } from '../../schema/history.ts'
import { type PointsLedgerRow, pointsLedger } from '../../schema/points.ts'
import { FOREVER } from '../../schema/span-sql.ts'
import type { HourReplacement } from '../stats/hours.ts'
import { type EarningSpan, toHourlyPoints } from './hourly-points.ts'

/** Inputs of the hourly points of collections in addition to the floors, from the first hours on. */
export interface EarningFacts {
  readonly spans: readonly EarningSpan[]
  /** As the ledger has them. */
  readonly stored: readonly PointsLedgerRow[]
  /** Collections whose floor may have moved, with too many orders to compare all of them now, and from which hour on. */
  readonly due: ReadonlyMap<string, bigint>
}

/** Most orders that one batch compares. */
const MAX_MOVED_ORDERS = 1_000

/** Spans that differ from the stored ones: of the orders whose points may change. */
export interface ChangedSpans {
  readonly listings: readonly ListingSpanRow[]
  readonly offers: readonly OfferSpanRow[]
}

/**
 * Reads the inputs of {@link compareHourlyPoints}: of the orders that changed, and of all open ones where the floor may have moved
 * with them. A collection's floor stays while nothing changed at or below it, whatever else is listed. Where more orders are open than
 * one batch compares, only the changed ones are read, and the collection is due: anyone can move the floor of a collection to and fro.
 * @param first from `firstHours`.
 * @param changed written already; null: anything may have.
 * @param most orders that are compared in the batch because a floor moved, in all collections; those of others are due.
 */
export async function readEarning(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  changed: ChangedSpans | null,
  most: number = MAX_MOVED_ORDERS,
): Promise<EarningFacts> {
  const isSame = changed !== null && changed.listings.length === 0 && changed.offers.length === 0
  if (first.size === 0 || isSame) return { spans: [], stored: [], due: new Map() }
  const since = sinceSql(first, changed, most)
  const { listings, offers } = changed ?? { listings: [], offers: [] }
  const orders: Orders = {
    rules: [...listings.map(() => 'listing'), ...offers.map(() => 'bidding')],
    marketplaces: [...listings, ...offers].map((span) => span.marketplace),
    ids: [...listings.map((span) => span.listing_id), ...offers.map((span) => span.offer_id)],
    collections: [...listings, ...offers].map((span) => span.collection_id),
  }
  const asked = askedSql(orders, first)
  const [spans, stored, due] = await Promise.all([
    readSpans(db, since, asked),
    readStored(db, since, asked),
    readDue(db, since),
  ])
  return { spans, stored, due }
}

/** Reads the inputs of some orders of one collection from an hour on. */
export async function readEarningOf(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  orders: Orders,
): Promise<EarningFacts> {
  const since = sinceSql(first, { listings: [], offers: [] }, 0)
  const asked = askedSql(orders, first)
  const [spans, stored] = await Promise.all([readSpans(db, since, asked), readStored(db, since, asked)])
  return { spans, stored, due: new Map() }
}

/** Orders by column. */
export interface Orders {
  readonly rules: readonly string[]
  readonly marketplaces: readonly string[]
  readonly ids: readonly string[]
  /** One may have been for an item of another collection before. */
  readonly collections: readonly string[]
}

/** Returns orders as a table `k`, with the first hour of their collection: joined with the collections, each would be compared with all of them. */
function askedSql({ rules, marketplaces, ids, collections }: Orders, first: ReadonlyMap<string, bigint>) {
  const hours = collections.map((id) => first.get(id) ?? null)
  return sql`unnest(${rules}::text[], ${marketplaces}::text[], ${ids}::text[], ${collections}::text[], ${hours}::bigint[])
    as k (rule, marketplace, order_id, collection_id, hour)`
}

/** Returns collections with their first hours, and whether all their orders are compared, or due: the floor may be another in it or later. */
function sinceSql(first: ReadonlyMap<string, bigint>, changed: ChangedSpans | null, most: number): RawBuilder<unknown> {
  const lowest = new Map<string, bigint>()
  for (const { collection_id, price_octas } of changed?.listings ?? []) {
    const known = lowest.get(collection_id)
    if (known === undefined || price_octas < known) lowest.set(collection_id, price_octas)
  }
  const prices = [...first.keys()].map((id) => (changed === null ? 0n : (lowest.get(id) ?? null)))
  return sql`
    with moved as materialized (
      select s.collection_id, s.hour, s.price_octas is not null and not coalesce((
        select bool_and(coalesce(h.floor_octas < s.price_octas, false)) and min(h.hour_micros) <= s.hour
        from market.collection_hours h where h.collection_id = s.collection_id
          and h.hour_micros >= coalesce((select max(hour_micros) from market.collection_hours earlier
            where earlier.collection_id = s.collection_id and earlier.hour_micros < s.hour), s.hour)
      ), false) as may_move
      from unnest(${[...first.keys()]}::text[], ${[...first.values()]}::bigint[], ${prices}::numeric[])
        as s (collection_id, hour, price_octas)
    ), since as materialized (
      select collection_id, hour, may_move and total <= ${most} as all_move, may_move and total > ${most} as is_due
      from (
        select moved.*, sum(orders) over (order by orders, collection_id) as total
        from moved cross join lateral (select ${countSql('listing_spans', most)} + ${countSql('offer_spans', most)} as orders offset 0) counted
      ) summed
    )`
}

/** Returns how many spans of a collection that may move reach its hour, up to a number beyond what one batch compares. */
function countSql(table: 'listing_spans' | 'offer_spans', most: number): RawBuilder<bigint> {
  return sql`(select count(*) from (
    select from market.${sql.raw(table)} p where moved.may_move and p.collection_id = moved.collection_id
      and coalesce(p.to_micros, ${FOREVER}) > moved.hour
      and p.marketplace in (select v.marketplace from market.marketplaces v where v.is_native)
    limit ${most + 1}) reached)`
}

async function readDue(db: Executor, since: RawBuilder<unknown>): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ collection_id: string; hour: bigint }>`
    ${since} select collection_id, hour from since where is_due`.execute(db)
  return new Map(rows.map(({ collection_id, hour }) => [collection_id, hour]))
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

/** Reads orders of our own marketplace that were open in one of the hours. */
async function readSpans(
  db: Executor,
  since: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
): Promise<readonly EarningSpan[]> {
  const standing = (of: 'since' | 'k') => sql`p.collection_id = ${sql.ref(`${of}.collection_id`)}
    and coalesce(p.to_micros, ${FOREVER}) > ${sql.ref(`${of}.hour`)}`
  // Spans of an order follow each other: there may be any number of them before the hour, and in each hour.
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
    ${since}
    select 'listing' as rule, p.seller as wallet, p.collection_id, p.marketplace, p.listing_id as order_id,
      p.placed_version, p.from_micros, p.to_micros, p.price_octas, 1::numeric as size
    from (
      select p.* from since join market.listing_spans p on ${standing('since')} where since.all_move
      union
      select p.* from ${asked} ${reaching('listing_spans', 'listing_id')} where k.rule = 'listing' and ${standing('k')}
    ) p
    join market.marketplaces v on v.marketplace = p.marketplace and v.is_native
    union all
    select 'bidding', p.buyer, p.collection_id, p.marketplace, p.offer_id, p.placed_version, p.from_micros, p.to_micros,
      p.price_octas, p.remaining_amount
    from (
      select p.* from since join market.offer_spans p on ${standing('since')} where since.all_move
      union
      select p.* from ${asked} ${reaching('offer_spans', 'offer_id')} where k.rule = 'bidding' and ${standing('k')}
    ) p
    join market.marketplaces v on v.marketplace = p.marketplace and v.is_native
    order by from_micros, order_id`.execute(db)
  return rows
}

/** Reads rows that reach into the hours, or to the hour before them, which a run may extend. */
async function readStored(
  db: Executor,
  since: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
): Promise<readonly PointsLedgerRow[]> {
  const reaching = (of: 'since' | 'k') => sql`l.collection_id = ${sql.ref(`${of}.collection_id`)} and l.rule <> 'buying'
    and coalesce(l.last_hour_micros, ${FOREVER}) >= ${sql.ref(`${of}.hour`)} - ${HOUR_MICROS}::bigint`
  const { rows } = await sql<PointsLedgerRow>`
    ${since}
    select l.* from since join market.points_ledger l on ${reaching('since')} where since.all_move
    union
    select l.* from ${asked}
    join market.points_ledger l on l.rule = k.rule and l.marketplace = k.marketplace and l.order_id = k.order_id and ${reaching('k')}`.execute(
    db,
  )
  return rows
}

function byCollection<Row extends { readonly collection_id: string | null }>(rows: readonly Row[]) {
  return Map.groupBy(rows, (row) => row.collection_id ?? '')
}
