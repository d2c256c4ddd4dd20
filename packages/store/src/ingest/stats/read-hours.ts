import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { Replaced } from '../../driver/replace-rows.ts'
import type { ListingSpanRow, SaleRow } from '../../schema/history.ts'
import { countsSql, FOREVER } from '../../schema/span-sql.ts'
import type { CollectionHourRow } from '../../schema/stats.ts'
import type { HoldingChange } from '../history/changed-since.ts'
import { reachedSql } from '../history/owner-spans.ts'
import {
  type BookStep,
  byCollection,
  hourKey,
  hourOf,
  type OfCollection,
  type OwnerTurn,
  type Sold,
} from './collection-hours.ts'

/** Owners gained and lost by a collection in one hour. */
export interface OwnerTurns extends OwnerTurn {
  readonly collection_id: string
  /** Number of owners gained and lost, or at least more than are taken back: an hour may have turns that cancel out. */
  readonly turns: bigint
}

/** Inputs of the hours of collections from the first ones on, and the stored hours. */
export interface HoursRead {
  readonly first: ReadonlyMap<string, bigint>
  readonly book: readonly OfCollection<BookStep>[]
  readonly sold: readonly OfCollection<Sold>[]
  readonly turns: readonly OwnerTurns[]
  readonly known: readonly CollectionHourRow[]
}

/** How listings and sales differ from those that the stored hours count, and whose holdings will. */
export interface HourChanges {
  readonly listings: Replaced<ListingSpanRow>
  readonly sales: Replaced<SaleRow>
  readonly pairs: readonly HoldingChange[]
}

/**
 * Reads what `compareHours` needs. It costs what has changed, and a few rows for each stored hour since, however much was sold and
 * however many listings and owners came and went in these hours before.
 * @param first from `firstHours`.
 */
export async function readHours(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  { listings, sales, pairs }: HourChanges,
): Promise<HoursRead> {
  if (first.size === 0) return { first, book: [], sold: [], turns: [], known: [] }
  const since = sinceSql(first)
  const [book, turned, known] = await Promise.all([
    readBook(db, first, turnsOf(listings)),
    readTurned(db, since, pairs),
    readStoredHours(db, first),
  ])
  const later = known.filter((row) => row.hour_micros >= (first.get(row.collection_id) ?? 0n))
  return { first, book, sold: replaceSold(later, sales), turns: toOwnerTurns(known, turned), known }
}

/** Returns what was sold in stored hours, once some sales replace others. */
function replaceSold(
  stored: readonly OfCollection<Sold>[],
  { written, before }: Replaced<SaleRow>,
): readonly OfCollection<Sold>[] {
  const hours = new Map(stored.map((hour) => [hourKey(hour), hour]))
  const add = ({ collection_id, at_micros, price_octas }: SaleRow, sales: bigint) => {
    if (collection_id === null) return
    const hour = { collection_id, hour_micros: hourOf(at_micros), volume_octas: 0n, sales: 0n }
    const known = hours.get(hourKey(hour)) ?? hour
    const volume_octas = known.volume_octas + sales * price_octas
    hours.set(hourKey(hour), { ...known, volume_octas, sales: known.sales + sales })
  }
  for (const sale of before) add(sale, -1n)
  for (const sale of written) add(sale, 1n)
  return [...hours.values()].filter(({ sales }) => sales > 0n)
}

/** Returns the turns of owners in stored hours, of which each says how many owners there were at its end. */
function toOwnerTurns(
  known: readonly CollectionHourRow[],
  turned: readonly Omit<OwnerTurns, 'delta'>[],
): readonly OwnerTurns[] {
  const deltas = new Map<string, bigint>()
  for (const hours of byCollection(known).values())
    for (const [at, hour] of hours.entries())
      deltas.set(hourKey(hour), hour.owner_count - (hours[at - 1]?.owner_count ?? 0n))
  return turned.map((hour) => ({ ...hour, delta: deltas.get(hourKey(hour)) ?? 0n }))
}

/** Reads the stored hours of collections: the last one before the first hour, and all from that on. */
export async function readStoredHours(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
): Promise<readonly CollectionHourRow[]> {
  const { rows } = await sql<CollectionHourRow>`
    select h.* from ${sinceSql(first)} join market.collection_hours h on h.collection_id = since.collection_id
      and h.hour_micros >= coalesce((select max(hour_micros) from market.collection_hours earlier
        where earlier.collection_id = since.collection_id and earlier.hour_micros < since.hour), since.hour)
    order by h.hour_micros`.execute(db)
  return rows
}

/** Selects the collections with their first hours, as `since`. */
export function sinceSql(first: ReadonlyMap<string, bigint>): RawBuilder<unknown> {
  return sql`unnest(${[...first.keys()]}::text[], ${[...first.values()]}::bigint[]) as since (collection_id, hour)`
}

/** By how much the listings of a collection at a marketplace grow in one hour. */
interface BookTurn {
  readonly collection_id: string
  readonly marketplace: string
  readonly hour_micros: bigint
  readonly delta: bigint
}

/** Returns when listings that replace others begin or end, and those before no longer do. */
function turnsOf({ written, before }: Replaced<ListingSpanRow>): readonly BookTurn[] {
  const turns = (spans: readonly ListingSpanRow[], delta: bigint) =>
    spans.flatMap(({ collection_id, marketplace, from_micros, to_micros }) => [
      { collection_id, marketplace, hour_micros: hourOf(from_micros), delta },
      ...(to_micros === null ? [] : [{ collection_id, marketplace, hour_micros: hourOf(to_micros), delta: -delta }]),
    ])
  return [...turns(written, 1n), ...turns(before, -1n)]
}

/** Later than every hour. */
const NEVER = 9_223_372_036_854_775_807n

/**
 * Reads the hours in which listings began or ended, with floor and count at the end of each. The cost depends on the changed listings and on
 * the stored hours since, not on how many listings are open or had changed in these hours before: counts continue from the stored ones, and the
 * floor at the end of the last hour is that of the open listings. Floors before the first changed listing are the stored ones, because the first
 * hour may be much earlier, by a change of owners.
 */
async function readBook(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  turns: readonly BookTurn[],
): Promise<readonly OfCollection<BookStep>[]> {
  // Filtered and grouped here: a join would compare each of thousands of turns with each of thousands of collections.
  const later = turns.filter(({ collection_id, hour_micros }) => {
    const since = first.get(collection_id)
    return since !== undefined && hour_micros >= since
  })
  const turned = new Map<string, bigint>()
  for (const { collection_id, hour_micros } of later)
    if (hour_micros < (turned.get(collection_id) ?? NEVER)) turned.set(collection_id, hour_micros)
  const counts = countsSql('p.marketplace')
  const ofCollection = sql`p.collection_id = hour.collection_id and ${counts}`
  const next = sql`hour.hour_micros + ${HOUR_MICROS}::bigint`
  const { rows } = await sql<OfCollection<BookStep>>`
    with hour as materialized (
      select collection_id, hour_micros, sum(delta) as delta, coalesce(bool_or(is_later), true) as is_changed from (
        select since.collection_id, h.hour_micros, 0 as delta, h.hour_micros >= since.turned as is_later
        from unnest(${[...first.keys()]}::text[], ${[...first.values()]}::bigint[],
          ${[...first.keys()].map((id) => turned.get(id) ?? NEVER)}::bigint[]) as since (collection_id, hour, turned)
        join market.collection_hours h on h.collection_id = since.collection_id and h.hour_micros >= since.hour
        union all
        select p.collection_id, p.hour_micros, p.delta, null from unnest(${later.map((turn) => turn.collection_id)}::text[],
          ${later.map((turn) => turn.marketplace)}::text[], ${later.map((turn) => turn.hour_micros)}::bigint[],
          ${later.map((turn) => turn.delta)}::bigint[]) as p (collection_id, marketplace, hour_micros, delta)
        where ${counts}
      ) turned
      group by 1, 2
    ), counted as materialized (
      select hour.collection_id, hour.hour_micros, hour.is_changed,
        sum(hour.delta) over (partition by hour.collection_id order by hour.hour_micros) + coalesce((
          select h.listed_count from market.collection_hours h
          where h.collection_id = hour.collection_id and h.hour_micros <= hour.hour_micros
          order by h.hour_micros desc limit 1
        ), 0) as listed_count,
        exists (select from market.listing_spans p
          where ${ofCollection} and p.from_micros >= hour.hour_micros and p.from_micros < ${next})
        or exists (select from market.listing_spans p
          where ${ofCollection} and coalesce(p.to_micros, ${FOREVER}) >= hour.hour_micros and coalesce(p.to_micros, ${FOREVER}) < ${next})
          as has_turned
      from hour
    )
    select collection_id, hour_micros, listed_count::bigint as listed_count,
      case when not is_changed then (
        select h.floor_octas from market.collection_hours h
        where h.collection_id = hour.collection_id and h.hour_micros = hour.hour_micros
      ) when hour_micros = max(hour_micros) over (partition by collection_id) then (
        select min(p.price_octas) from market.listing_spans p where ${ofCollection} and p.to_micros is null
      ) else (
        select min(p.price_octas) from market.listing_spans p
        where ${ofCollection} and p.from_micros < ${next} and coalesce(p.to_micros, ${FOREVER}) >= ${next}
      ) end as floor_octas
    from counted hour where has_turned`.execute(db)
  return rows
}

/**
 * Reads in which stored hours owners came or went, and counts these turns, but only up to one more than the changes of the given wallets can
 * undo: that many show that the hour still has one.
 */
async function readTurned(
  db: Executor,
  since: RawBuilder<unknown>,
  pairs: readonly HoldingChange[],
): Promise<readonly Omit<OwnerTurns, 'delta'>[]> {
  const count = (micros: string) => sql`(select count(*) from (
    select from market.owner_spans o where o.collection_id = hour.collection_id
      and ${sql.ref(micros)} >= hour.hour_micros and ${sql.ref(micros)} < hour.hour_micros + ${HOUR_MICROS}::bigint
    limit 1 + hour.reached) few)`
  const { rows } = await sql<Omit<OwnerTurns, 'delta'>>`
    with reached as materialized (${reachedSql(pairs)}), hour as materialized (
      select collection_id, hour_micros, sum(reached) as reached from (
        select h.collection_id, h.hour_micros, 0 as reached, true as is_stored
        from ${since} join market.collection_hours h on h.collection_id = since.collection_id and h.hour_micros >= since.hour
        union all
        select turned.collection_id, turned.at - turned.at % ${HOUR_MICROS}::bigint, 1, false from (
          select collection_id, from_micros as at from reached union all select collection_id, to_micros from reached
        ) turned where turned.at is not null
      ) either
      group by 1, 2 having bool_or(is_stored)
    )
    select hour.collection_id, hour.hour_micros, ${count('o.from_micros')} + ${count('o.to_micros')} as turns from hour`.execute(
    db,
  )
  return rows
}
