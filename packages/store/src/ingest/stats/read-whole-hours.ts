import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { countsSql } from '../../schema/span-sql.ts'
import { byCollection, type ListedSpan, type OfCollection, type Sold, toBookSteps } from './collection-hours.ts'
import { type HoursRead, type OwnerTurns, readStoredHours, sinceSql } from './read-hours.ts'

/** Reads what `compareHours` needs to count all hours of collections again: their listings come span by span, each once. */
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
    areStored ? readStoredHours(db, first) : [],
  ])
  const book = [...byCollection(spans)].flatMap(([collection_id, listed]) =>
    toBookSteps(listed).map((step) => ({ collection_id, ...step })),
  )
  return { first, book, sold, turns, known }
}

async function readListedSpans(db: Executor, since: RawBuilder<unknown>): Promise<readonly OfCollection<ListedSpan>[]> {
  const { rows } = await sql<OfCollection<ListedSpan>>`
    select p.collection_id, p.from_micros, p.to_micros, p.price_octas
    from ${since} join market.listing_spans p on p.collection_id = since.collection_id
    where ${countsSql('p.marketplace')}`.execute(db)
  return rows
}

async function readSold(db: Executor, since: RawBuilder<unknown>): Promise<readonly OfCollection<Sold>[]> {
  const { rows } = await sql<OfCollection<Sold>>`
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
