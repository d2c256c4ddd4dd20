import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import type { OrderEventRow } from '../tables/order-events.ts'

const HOUR_MICROS = 3_600_000_000n

/**
 * Recomputes the hours in which the given events fall, and every later hour of the same collections: an event that
 * arrives late moves their floor too.
 */
export async function refreshHours(db: DatabaseTransaction, events: readonly OrderEventRow[]): Promise<void> {
  const hours = new Map<string, { collection: string; hour: bigint }>()
  for (const { collection_id, at_micros } of events) {
    if (collection_id === null) continue
    const hour = at_micros - (at_micros % HOUR_MICROS)
    hours.set(`${collection_id}/${hour}`, { collection: collection_id, hour })
  }
  if (hours.size === 0) return
  const touched = [...hours.values()]
  await sql`
    with touched as (
      select * from unnest(${touched.map((each) => each.collection)}::text[], ${touched.map((each) => each.hour)}::bigint[])
        as t (collection_id, hour_micros)
    ), targets as (
      select collection_id, hour_micros from touched
      union
      select h.collection_id, h.hour_micros from market.collection_hours h
      join (select collection_id, min(hour_micros) as hour_micros from touched group by 1) first
        on first.collection_id = h.collection_id and h.hour_micros >= first.hour_micros
    )
    insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, floor_octas, listed_count)
    select targets.collection_id, targets.hour_micros, sold.volume, sold.sales, book.floor, book.listed
    from targets
    cross join lateral (
      select coalesce(sum(s.price_octas), 0) as volume, count(*) as sales from market.sales s
      where s.collection_id = targets.collection_id and s.at_micros >= targets.hour_micros
        and s.at_micros < targets.hour_micros + ${HOUR_MICROS}
    ) sold
    cross join lateral (
      select min(p.price_octas) as floor, count(*) as listed from market.listing_spans p
      left join market.venues v using (marketplace)
      where p.collection_id = targets.collection_id and coalesce(v.status, 'active') = 'active'
        and p.from_micros < targets.hour_micros + ${HOUR_MICROS}
        and (p.to_micros is null or p.to_micros >= targets.hour_micros + ${HOUR_MICROS})
    ) book
    on conflict (collection_id, hour_micros) do update set volume_octas = excluded.volume_octas,
      sales = excluded.sales, floor_octas = excluded.floor_octas, listed_count = excluded.listed_count`.execute(db)
}
