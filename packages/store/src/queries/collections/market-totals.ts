import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRow } from '../read-rows.ts'
import { type SlidingWindows, slidingWindows } from '../windows.ts'
import { hasStoredWindows, soldFixesSql } from './ranking/stored-windows.ts'

/** The whole market: what can be bought now, and what was sold in a day. */
export interface MarketTotalsRow {
  readonly collections: bigint
  readonly listed: bigint
  readonly day_octas: bigint
  readonly day_sales: bigint
}

/** Reads the totals of all collections; sales are those of the last 24 hours, wash trades left out. */
export async function readMarketTotals(reader: Reader, nowMicros: bigint): Promise<MarketTotalsRow> {
  const windows = slidingWindows(nowMicros)
  const sold = (await hasStoredWindows(reader, nowMicros)) ? storedSql(windows) : addedSql(windows)
  const row = await readRow(
    reader,
    sql<MarketTotalsRow>`
    select book.collections, book.listed, sold.octas as day_octas, sold.sales as day_sales
    from (
      select count(*) as collections, coalesce(sum(listed_count), 0)::bigint as listed
      from market.collection_stats where listed_count > 0
    ) as book, (${sold}) as sold`,
  )
  return row ?? { collections: 0n, listed: 0n, day_octas: 0n, day_sales: 0n }
}

/** Selects what the collections that were traded in the day have stored of it, corrected: a busy market has millions of sales in a day. */
function storedSql(windows: SlidingWindows): RawBuilder<unknown> {
  return sql`
    select coalesce(sum(day_octas), 0) as octas, coalesce(sum(day_sales), 0)::bigint as sales from (
      select day_octas, day_sales from market.window_sales where day_sales > 0
      union all
      select day_octas, day_sales from (${soldFixesSql(windows, ['day'], true)}) as fixes
    ) as parts`
}

/** Selects the same from the sales. */
function addedSql({ day }: SlidingWindows): RawBuilder<unknown> {
  return sql`
    select coalesce(sum(price_octas), 0) as octas, count(*) as sales
    from market.sales where at_micros >= ${day.startMicros}::bigint and collection_id is not null and not is_wash`
}
