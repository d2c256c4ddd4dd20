import { sql } from 'kysely'
import { type CollectionStatsRow, collectionStats } from '../tables/collection-stats.ts'
import type { Statements } from './pipelined.ts'
import { writeRows } from './write-rows.ts'

/** A collection's figures before and after; `before` is null for a collection not seen yet. */
export interface StatsChange {
  readonly before: CollectionStatsRow | null
  readonly after: CollectionStatsRow
}

/** The figures of the given collections from the book, the sales and the holders, beside the stored ones. */
export async function computeStats(at: Statements, collections: readonly string[]): Promise<readonly StatsChange[]> {
  if (collections.length === 0) return []
  const [{ rows: before }, after] = await Promise.all([readStats(at, collections), readFigures(at, collections)])
  const known = new Map(before.map((row) => [row.collection_id, row]))
  return after.map((row) => ({ before: known.get(row.collection_id) ?? null, after: row }))
}

/** Stores computed figures. */
export async function writeStats(at: Statements, changes: readonly StatsChange[]): Promise<void> {
  await writeRows(
    at,
    collectionStats,
    changes.map(({ after }) => after),
    'overwrite',
  )
}

function readStats(at: Statements, collections: readonly string[]) {
  return sql<CollectionStatsRow>`
    select * from market.collection_stats where collection_id = any(${collections})`.execute(at)
}

async function readFigures(at: Statements, collections: readonly string[]): Promise<readonly CollectionStatsRow[]> {
  const { rows } = await sql<CollectionStatsRow>`
    select c.collection_id, book.floor_octas, bids.top_bid_octas, book.listed_count, holders.owner_count,
      coalesce(
        (select current_supply from chain.current_collections_v2 known where known.collection_id = c.collection_id),
        (select count(*) from chain.current_token_datas_v2 t
          where t.collection_id = c.collection_id and t.is_deleted_v2 is not true))::bigint as supply,
      sold.volume_all_octas, sold.sales_all,
      (select price_octas from market.sales s where s.collection_id = c.collection_id
        order by s.at_micros desc, s.version desc, s.event_index desc limit 1) as last_sale_octas,
      (select at_micros from market.activities m where m.collection_id = c.collection_id and m.kind = 'mint'
        order by m.version desc, m.event_index desc limit 1) as last_mint_micros,
      coalesce((select max(version) from market.activities a where a.collection_id = c.collection_id), 0) as last_version
    from unnest(${collections}::text[]) as c (collection_id)
    cross join lateral (
      select min(price_octas) as floor_octas, count(*) as listed_count from market.listings l
      where l.collection_id = c.collection_id and l.state = 'open' and l.validity = 'valid'
    ) book
    cross join lateral (
      select max(price_octas) as top_bid_octas from market.collection_offers o
      where o.collection_id = c.collection_id and o.state = 'open' and o.validity = 'valid' and o.remaining_amount > 0
    ) bids
    cross join lateral (
      select count(distinct holder) as owner_count from market.token_holders h where h.collection_id = c.collection_id
    ) holders
    cross join lateral (
      select coalesce(sum(volume_octas), 0) as volume_all_octas, coalesce(sum(sales), 0)::bigint as sales_all
      from market.collection_hours h where h.collection_id = c.collection_id
    ) sold`.execute(at)
  return rows
}
