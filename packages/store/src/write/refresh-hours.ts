import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import { collectionHours } from '../tables/collection-hours.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import { type CollectionHour, HOUR_MICROS, hourOf, type Sold, type Span, toHourRows } from './book/collection-hours.ts'
import { writeRows } from './write-rows.ts'

/**
 * Recomputes the hours in which the given events fall, and every later hour of the same collections: an event that
 * arrives late moves their floor too.
 */
export async function refreshHours(db: DatabaseTransaction, events: readonly OrderEventRow[]): Promise<void> {
  const first = new Map<string, bigint>()
  const touched = events.flatMap(({ collection_id, at_micros }) =>
    collection_id === null ? [] : [{ collection_id, hour_micros: hourOf(at_micros) }],
  )
  for (const { collection_id, hour_micros } of touched) {
    const known = first.get(collection_id)
    if (known === undefined || hour_micros < known) first.set(collection_id, hour_micros)
  }
  if (first.size === 0) return
  const since = sql`unnest(${[...first.keys()]}::text[], ${[...first.values()]}::bigint[]) as since (collection_id, hour)`
  const later = await sql<CollectionHour>`
    select h.collection_id, h.hour_micros from market.collection_hours h
    join ${since} on h.collection_id = since.collection_id and h.hour_micros >= since.hour`.execute(db)
  const spans = await sql<Span>`
    select p.collection_id, p.from_micros, p.to_micros, p.price_octas from market.listing_spans p
    join ${since} on p.collection_id = since.collection_id and (p.to_micros is null or p.to_micros > since.hour)
    left join market.venues v using (marketplace)
    where coalesce(v.status, 'active') = 'active'`.execute(db)
  const sold = await sql<Sold>`
    select s.collection_id, s.at_micros - s.at_micros % ${HOUR_MICROS}::bigint as hour_micros,
      sum(s.price_octas) as volume_octas, count(*) as sales
    from market.sales s
    join ${since} on s.collection_id = since.collection_id and s.at_micros >= since.hour
    group by 1, 2`.execute(db)
  await writeRows(db, collectionHours, toHourRows([...touched, ...later.rows], spans.rows, sold.rows), 'overwrite')
}
