import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, type Replaced, type Replacement, writeReplacement } from '../../driver/replace-rows.ts'
import type { ListingSpanRow, OwnerSpanRow, SaleRow } from '../../schema/history.ts'
import { countsSql, FOREVER } from '../../schema/span-sql.ts'
import { type CollectionHourRow, collectionHours } from '../../schema/stats.ts'
import type { ChangedSince, HoldingChange } from '../history/changed-since.ts'
import { reachedSql } from '../history/owner-spans.ts'
import {
  type BookStep,
  hourOf,
  type ListedSpan,
  type OwnerTurn,
  type Sold,
  toBookSteps,
  toHourRows,
} from './collection-hours.ts'

/** Owners gained and lost by a collection in one hour. */
export interface OwnerTurns extends OwnerTurn {
  readonly collection_id: string
  /** Number of owners gained and lost, or at least more than are taken back: an hour may have turns that cancel out. */
  readonly turns: bigint
}

/** Returns the turns of stored spans, once some of these are replaced. */
export function turnOwners(
  stored: readonly OwnerTurns[],
  { written, before }: Replaced<OwnerSpanRow>,
): readonly OwnerTurns[] {
  const hours = new Map(stored.map((hour) => [keyOf(hour), hour]))
  const turn = (collection_id: string, micros: bigint | null, delta: bigint, turns: bigint) => {
    if (micros === null) return
    const hour = { collection_id, hour_micros: hourOf(micros), delta: 0n, turns: 0n }
    const known = hours.get(keyOf(hour)) ?? hour
    hours.set(keyOf(hour), { ...known, delta: known.delta + delta, turns: known.turns + turns })
  }
  for (const { collection_id, from_micros, to_micros } of before) {
    turn(collection_id, from_micros, -1n, -1n)
    turn(collection_id, to_micros, 1n, -1n)
  }
  for (const { collection_id, from_micros, to_micros } of written) {
    turn(collection_id, from_micros, 1n, 1n)
    turn(collection_id, to_micros, -1n, 1n)
  }
  return [...hours.values()].filter(({ turns }) => turns > 0n)
}

function keyOf({ collection_id, hour_micros }: Pick<OwnerTurns, 'collection_id' | 'hour_micros'>): string {
  return `${collection_id}/${hour_micros}`
}

const NO_CHANGE: Replaced<OwnerSpanRow> = { written: [], before: [] }

type Of<Row> = Row & { readonly collection_id: string }

/** Differences of hours from the stored ones. */
export interface HourReplacement {
  readonly hours: Replacement<CollectionHourRow>
  /** The first hour of each collection that was made again. */
  readonly first: ReadonlyMap<string, bigint>
  /** Of the same collections: the last hour before, if any, and all from the first one on. */
  readonly after: ReadonlyMap<string, readonly CollectionHourRow[]>
}

/** Inputs of the hours of collections from the first ones on, and the stored hours. */
export interface HoursRead {
  readonly first: ReadonlyMap<string, bigint>
  readonly book: readonly Of<BookStep>[]
  readonly sold: readonly Of<Sold>[]
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
 * Reads what {@link compareHours} needs. It costs what has changed, and a few rows for each stored hour since, however much was sold and
 * however many listings and owners came and went in these hours before.
 * @param first from {@link firstHours}.
 */
export async function readHours(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
  { listings, sales, pairs }: HourChanges,
): Promise<HoursRead> {
  if (first.size === 0) return { first, book: [], sold: [], turns: [], known: [] }
  const since = sinceSql(first)
  const [book, turned, known] = await Promise.all([
    readBook(db, since, turnsOf(listings)),
    readTurned(db, since, pairs),
    readStored(db, since),
  ])
  const later = known.filter((row) => row.hour_micros >= (first.get(row.collection_id) ?? 0n))
  return { first, book, sold: replaceSold(later, sales), turns: toOwnerTurns(known, turned), known }
}

/** Returns what was sold in stored hours, once some sales replace others. */
function replaceSold(stored: readonly Of<Sold>[], { written, before }: Replaced<SaleRow>): readonly Of<Sold>[] {
  const hours = new Map(stored.map((hour) => [keyOf(hour), hour]))
  const add = ({ collection_id, at_micros, price_octas }: SaleRow, sales: bigint) => {
    if (collection_id === null) return
    const hour = { collection_id, hour_micros: hourOf(at_micros), volume_octas: 0n, sales: 0n }
    const known = hours.get(keyOf(hour)) ?? hour
    const volume_octas = known.volume_octas + sales * price_octas
    hours.set(keyOf(hour), { ...known, volume_octas, sales: known.sales + sales })
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
      deltas.set(keyOf(hour), hour.owner_count - (hours[at - 1]?.owner_count ?? 0n))
  return turned.map((hour) => ({ ...hour, delta: deltas.get(keyOf(hour)) ?? 0n }))
}

/** Reads what {@link compareHours} needs to count all hours of collections again: their listings come span by span, each once. */
export async function readWholeHours(
  db: Executor,
  collections: readonly string[],
  { areStored }: { readonly areStored: boolean },
): Promise<HoursRead> {
  const first = new Map(collections.map((id) => [id, 0n]))
  const since = sinceSql(first)
  const [spans, sold, turns, known] = await Promise.all([
    readListedSpans(db, since),
    readSold(db, since),
    readOwnerTurns(db, since),
    areStored ? readStored(db, since) : [],
  ])
  const book = [...byCollection(spans)].flatMap(([collection_id, listed]) =>
    toBookSteps(listed).map((step) => ({ collection_id, ...step })),
  )
  return { first, book, sold, turns, known }
}

async function readListedSpans(db: Executor, since: RawBuilder<unknown>): Promise<readonly Of<ListedSpan>[]> {
  const { rows } = await sql<Of<ListedSpan>>`
    select p.collection_id, p.from_micros, p.to_micros, p.price_octas
    from ${since} join market.listing_spans p on p.collection_id = since.collection_id
    where ${countsSql('p.marketplace')}`.execute(db)
  return rows
}

/**
 * Returns the hours of collections from the first one in which something changed, together with the stored ones: what
 * arrives late changes every later count.
 * @param owners how to replace the holding times of wallets, unless that is done.
 */
export function compareHours(
  { first, book, sold, turns, known }: HoursRead,
  owners: Replaced<OwnerSpanRow> = NO_CHANGE,
): HourReplacement {
  const [bookOf, soldOf, ownersOf] = [byCollection(book), byCollection(sold), byCollection(turnOwners(turns, owners))]
  const isBefore = (row: CollectionHourRow) => row.hour_micros < (first.get(row.collection_id) ?? 0n)
  const before = new Map(known.filter(isBefore).map((row) => [row.collection_id, row]))
  const wanted = [...first].map(([collection, hour]): [string, readonly CollectionHourRow[]] => [
    collection,
    toHourRows(collection, hour, {
      book: bookOf.get(collection) ?? [],
      sold: soldOf.get(collection) ?? [],
      owners: ownersOf.get(collection) ?? [],
      before: before.get(collection),
    }),
  ])
  const stored = known.filter((row) => !isBefore(row))
  const hours = compareRows(
    collectionHours,
    stored,
    wanted.flatMap(([, rows]) => rows),
  )
  const after = new Map(wanted.map(([collection, rows]) => [collection, [before.get(collection) ?? [], rows].flat()]))
  return { hours, first, after }
}

/** Makes the stored hours be as compared. */
export async function writeHours(db: Executor, { hours }: HourReplacement): Promise<void> {
  await writeReplacement(db, collectionHours, hours)
}

/** Returns the first hour of each collection in which something changed. */
export function firstHours(changed: readonly ChangedSince[]): ReadonlyMap<string, bigint> {
  const first = new Map<string, bigint>()
  for (const { collection_id, micros } of changed) {
    const known = first.get(collection_id)
    if (known === undefined || hourOf(micros) < known) first.set(collection_id, hourOf(micros))
  }
  return first
}

/** Reads the stored hours of collections: the last one before the first hour, and all from that on. */
export async function readStoredHours(
  db: Executor,
  first: ReadonlyMap<string, bigint>,
): Promise<readonly CollectionHourRow[]> {
  return readStored(db, sinceSql(first))
}

function sinceSql(first: ReadonlyMap<string, bigint>): RawBuilder<unknown> {
  return sql`unnest(${[...first.keys()]}::text[], ${[...first.values()]}::bigint[]) as since (collection_id, hour)`
}

/** Reads from the last hour before on. */
async function readStored(db: Executor, since: RawBuilder<unknown>): Promise<readonly CollectionHourRow[]> {
  const { rows } = await sql<CollectionHourRow>`
    select h.* from ${since} join market.collection_hours h on h.collection_id = since.collection_id
      and h.hour_micros >= coalesce((select max(hour_micros) from market.collection_hours earlier
        where earlier.collection_id = since.collection_id and earlier.hour_micros < since.hour), since.hour)
    order by h.hour_micros`.execute(db)
  return rows
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

/**
 * Reads the hours in which listings began or ended, with the sums at their ends. It costs what turns, and a few rows for each stored hour
 * since, however many listings are open or turned in these hours before: their numbers go on from the stored ones, and at the end of the
 * last hour the floor is that of all that still stand.
 */
async function readBook(
  db: Executor,
  since: RawBuilder<unknown>,
  turns: readonly BookTurn[],
): Promise<readonly Of<BookStep>[]> {
  const counts = countsSql('p.marketplace')
  const ofCollection = sql`p.collection_id = hour.collection_id and ${counts}`
  const next = sql`hour.hour_micros + ${HOUR_MICROS}::bigint`
  const { rows } = await sql<Of<BookStep>>`
    with hour as materialized (
      select since.collection_id, of_collection.hour_micros, sum(of_collection.delta) as delta
      from ${since} cross join lateral (
        select h.hour_micros, 0 as delta from market.collection_hours h
        where h.collection_id = since.collection_id and h.hour_micros >= since.hour
        union all
        select p.hour_micros, p.delta from unnest(${turns.map((turn) => turn.collection_id)}::text[],
          ${turns.map((turn) => turn.marketplace)}::text[], ${turns.map((turn) => turn.hour_micros)}::bigint[],
          ${turns.map((turn) => turn.delta)}::bigint[]) as p (collection_id, marketplace, hour_micros, delta)
        where p.collection_id = since.collection_id and p.hour_micros >= since.hour and ${counts}
      ) of_collection
      group by 1, 2
    ), counted as materialized (
      select hour.collection_id, hour.hour_micros,
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
      case when hour_micros = max(hour_micros) over (partition by collection_id) then (
        select min(p.price_octas) from market.listing_spans p where ${ofCollection} and p.to_micros is null
      ) else (
        select min(p.price_octas) from market.listing_spans p
        where ${ofCollection} and p.from_micros < ${next} and coalesce(p.to_micros, ${FOREVER}) >= ${next}
      ) end as floor_octas
    from counted hour where has_turned`.execute(db)
  return rows
}

/**
 * Reads in which stored hours owners came or went, and counts these turns: no further than by one more than the changes of the given
 * wallets can take back.
 */
async function readTurned(
  db: Executor,
  since: RawBuilder<unknown>,
  pairs: readonly HoldingChange[],
): Promise<readonly Omit<OwnerTurns, 'delta'>[]> {
  const isIn = (hour: string, micros: string) => sql`${sql.ref(micros)} >= ${sql.ref(`${hour}.hour_micros`)}
    and ${sql.ref(micros)} < ${sql.ref(`${hour}.hour_micros`)} + ${HOUR_MICROS}::bigint`
  const count = (micros: string) => sql`(select count(*) from (
    select from market.owner_spans o where o.collection_id = hour.collection_id and ${isIn('hour', micros)}
    limit 1 + hour.reached) few)`
  const { rows } = await sql<Omit<OwnerTurns, 'delta'>>`
    with reached as materialized (${reachedSql(pairs)}), hour as materialized (
      select h.collection_id, h.hour_micros, (
        select count(*) filter (where ${isIn('h', 'r.from_micros')}) + count(*) filter (where ${isIn('h', 'r.to_micros')})
        from reached r where r.collection_id = h.collection_id) as reached
      from ${since} join market.collection_hours h on h.collection_id = since.collection_id and h.hour_micros >= since.hour
    )
    select hour.collection_id, hour.hour_micros, ${count('o.from_micros')} + ${count('o.to_micros')} as turns from hour`.execute(
    db,
  )
  return rows
}

async function readSold(db: Executor, since: RawBuilder<unknown>): Promise<readonly Of<Sold>[]> {
  const { rows } = await sql<Of<Sold>>`
    select s.collection_id, s.at_micros - s.at_micros % ${HOUR_MICROS}::bigint as hour_micros,
      sum(s.price_octas) as volume_octas, count(*) as sales
    from market.sales s
    join ${since} on s.collection_id = since.collection_id and s.at_micros >= since.hour
    group by 1, 2`.execute(db)
  return rows
}

/** Spans count from the hour in which they begin to the one in which they end, exclusive. */
async function readOwnerTurns(db: Executor, since: RawBuilder<unknown>): Promise<readonly OwnerTurns[]> {
  const { rows } = await sql<OwnerTurns>`
    select turned.collection_id, turned.at - turned.at % ${HOUR_MICROS}::bigint as hour_micros, sum(turned.delta)::bigint as delta,
      count(*) as turns
    from (
      select o.collection_id, o.from_micros as at, 1 as delta from market.owner_spans o
      join ${since} on o.collection_id = since.collection_id and o.from_micros >= since.hour
      union all
      select o.collection_id, o.to_micros, -1 from market.owner_spans o
      join ${since} on o.collection_id = since.collection_id and o.to_micros >= since.hour
    ) turned
    group by 1, 2`.execute(db)
  return rows
}

function byCollection<Row extends { readonly collection_id: string }>(rows: readonly Row[]) {
  return Map.groupBy(rows, (row) => row.collection_id)
}
