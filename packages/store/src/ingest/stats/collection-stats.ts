import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type CollectionStatsRow, collectionStats } from '../../schema/stats.ts'
import { byCollection } from './collection-hours.ts'
import type { CountsByCollection } from './counts-by-collection.ts'
import type { HourReplacement } from './hours.ts'

/** The stats whose changes are announced. */
export type NotifiedStats = Pick<CollectionStatsRow, 'floor_octas' | 'top_bid_octas' | 'volume_all_octas'>

/** A collection's stats before and after; `before` is null for a collection not seen yet. */
export interface StatsChange {
  readonly before: NotifiedStats | null
  readonly after: CollectionStatsRow
}

/** Stats as the stored hours and the book say. */
export interface StatsRead {
  readonly before: NotifiedStats | null
  readonly stats: CollectionStatsRow
  /** The chain counts no supply for this collection: the supply is the stored one, still without the growth of this batch. */
  readonly isSupplyStored: boolean
}

/** By how much the numbers of a batch's collections have grown since their stats were stored. */
export interface StatsGrowth {
  readonly listed: CountsByCollection
  readonly tokens: CountsByCollection
}

interface StatsReadRow extends CollectionStatsRow {
  readonly is_known: boolean
  readonly is_supply_stored: boolean
  readonly floor_before: bigint | null
  readonly top_bid_before: bigint | null
}

/** Returns the first or the last of the wallets that have received mints, by their addresses. */
function minterSql(order: 'asc' | 'desc') {
  return sql`(select m.to_address from market.activities m
        where m.collection_id = c.collection_id and m.kind = 'mint' and m.to_address is not null
        order by m.to_address ${sql.raw(order)} limit 1)`
}

/**
 * Selects the most that a seller has received for an item of a collection, after fee and royalty as far as they are known; null where none was
 * sold. Wash trades do not count: what they bring is not received.
 * @param collection a column of the outer query
 */
function bestProceedsSql(collection: string): RawBuilder<bigint | null> {
  // The same expression as in the index.
  const proceeds = sql`(price_octas - coalesce(commission_octas, 0) - coalesce(royalty_octas, 0))`
  return sql<bigint | null>`(select greatest(${proceeds}, 0) from market.sales sold
        where sold.collection_id = ${sql.ref(collection)} and not sold.is_wash order by ${proceeds} desc limit 1)`
}

/**
 * Whether the chain counts the tokens of a collection. It does not where a v1 collection has no maximum, nor where a v2 one was created without a
 * supply; their rows say zero.
 * @param row of `chain.current_collections_v2` in the outer query; it may be null.
 */
function hasChainSupplySql(row: string) {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`coalesce(${column('total_minted_v2')} is not null or ${column('max_supply')} > 0
        or ${column('current_supply')} > 0, false)`
}

/**
 * Selects how many tokens of a collection are not burned: reads them all.
 * @param collection a column of the outer query
 */
function tokenCountSql(collection: string) {
  return sql<bigint>`(select count(*) from chain.current_token_datas_v2 t
        where t.collection_id = ${sql.ref(collection)} and t.is_deleted_v2 is not true)`
}

/**
 * Reads the stats of the given collections, from what was written so far. However many tokens, sales and listings a collection has, it
 * costs the same: owners are those at the end of its last hour, and volumes and the number of listings go on from the stored stats. So does
 * a supply that the chain does not count.
 * @param countsListings whether listings are counted in any case, as anything may have changed about them.
 * @source docs/product/collections.md#floor, docs/product/collections.md#top-bid, docs/product/collections.md#owners
 */
export async function readStats(
  db: Executor,
  collections: readonly string[],
  countsListings = false,
): Promise<readonly StatsRead[]> {
  if (collections.length === 0) return []
  const isCounted = hasChainSupplySql('known')
  const { rows } = await sql<StatsReadRow>`
    select c.collection_id,
      (select min(l.price_octas) from market.listings l
        where l.collection_id = c.collection_id and l.state = 'open' and l.validity = 'valid') as floor_octas,
      bids.top_bid_octas,
      case when s.collection_id is not null and not ${countsListings} then s.listed_count else
        (select count(*) from market.listings l
          where l.collection_id = c.collection_id and l.state = 'open' and l.validity = 'valid') end as listed_count,
      coalesce((select h.owner_count from market.collection_hours h where h.collection_id = c.collection_id
        order by h.hour_micros desc limit 1), 0) as owner_count,
      (case when ${isCounted} then known.current_supply when s.collection_id is not null then s.supply
        else ${tokenCountSql('c.collection_id')} end)::bigint as supply,
      not ${isCounted} and s.collection_id is not null as is_supply_stored,
      coalesce(s.volume_all_octas, (select sum(h.volume_octas) from market.collection_hours h
        where h.collection_id = c.collection_id), 0) as volume_all_octas,
      coalesce(s.sales_all, (select sum(h.sales)::bigint from market.collection_hours h
        where h.collection_id = c.collection_id), 0) as sales_all,
      (select price_octas from market.sales s where s.collection_id = c.collection_id and not s.is_wash
        order by s.at_micros desc, s.version desc, s.event_index desc limit 1) as last_sale_octas,
      ${bestProceedsSql('c.collection_id')} as best_proceeds_octas,
      (select at_micros from market.activities m where m.collection_id = c.collection_id and m.kind = 'mint'
        order by m.version desc, m.event_index desc limit 1) as last_mint_micros,
      coalesce(${minterSql('asc')} <> ${minterSql('desc')}, false) as has_several_minters,
      coalesce((select max(version) from market.activities a where a.collection_id = c.collection_id), 0) as last_version,
      s.collection_id is not null as is_known, s.floor_octas as floor_before, s.top_bid_octas as top_bid_before
    from unnest(${collections}::text[]) as c (collection_id)
    left join market.collection_stats s on s.collection_id = c.collection_id
    left join chain.current_collections_v2 known on known.collection_id = c.collection_id
    left join lateral (
      select price_octas as top_bid_octas from market.collection_offers o
      where o.collection_id = c.collection_id and o.state = 'open' and o.validity = 'valid' and o.remaining_amount > 0
        and o.set_root is null
      order by o.price_octas desc limit 1
    ) bids on true`.execute(db)
  return rows.map(toStatsRead)
}

function toStatsRead({
  is_known,
  is_supply_stored: isSupplyStored,
  floor_before,
  top_bid_before,
  ...stats
}: StatsReadRow): StatsRead {
  const { volume_all_octas } = stats
  return {
    isSupplyStored,
    before: is_known ? { floor_octas: floor_before, top_bid_octas: top_bid_before, volume_all_octas } : null,
    stats,
  }
}

/** Returns the stats as they are once the hours are written: both were read before. */
export function computeStats(
  read: readonly StatsRead[],
  { hours, after }: HourReplacement,
  grown: StatsGrowth = { listed: new Map(), tokens: new Map() },
): readonly StatsChange[] {
  const [written, replaced] = [byCollection(hours.written), byCollection(hours.before)]
  return read.map(({ before, stats, isSupplyStored }) => {
    const of = stats.collection_id
    const sold = (column: 'volume_octas' | 'sales') => sum(written.get(of), column) - sum(replaced.get(of), column)
    const volume_all_octas = stats.volume_all_octas + sold('volume_octas')
    // Without stored stats the counts have just been read, and include the batch.
    const listed_count = stats.listed_count + (before === null ? 0n : (grown.listed.get(of) ?? 0n))
    const supply = stats.supply + (isSupplyStored ? (grown.tokens.get(of) ?? 0n) : 0n)
    const owner_count = after.has(of) ? (after.get(of)?.at(-1)?.owner_count ?? 0n) : stats.owner_count
    const sales_all = stats.sales_all + sold('sales')
    return { before, after: { ...stats, volume_all_octas, sales_all, listed_count, owner_count, supply } }
  })
}

/** Stores computed stats. */
export async function writeStats(db: Executor, changes: readonly StatsChange[]): Promise<void> {
  const rows = changes.map(({ after }) => after)
  await writeRows(db, collectionStats, rows, changes.every(({ before }) => before === null) ? 'add' : 'overwrite')
}

function sum<Column extends string>(rows: readonly Record<Column, bigint>[] = [], column: Column): bigint {
  return rows.reduce((total, row) => total + row[column], 0n)
}
