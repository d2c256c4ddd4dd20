import { sql } from 'kysely'
import { type Reader, readRow } from '../read-rows.ts'
import { slidingWindows } from '../windows.ts'

/** The whole market: what can be bought now, and what was sold in a day. */
export interface MarketTotalsRow {
  readonly collections: bigint
  readonly listed: bigint
  readonly day_octas: bigint
  readonly day_sales: bigint
}

/** Reads the totals of all collections; sales are those of the last 24 hours, wash trades left out. */
export async function readMarketTotals(reader: Reader, nowMicros: bigint): Promise<MarketTotalsRow> {
  const { day } = slidingWindows(nowMicros)
  const row = await readRow(
    reader,
    sql<MarketTotalsRow>`
    select book.collections, book.listed, sold.octas as day_octas, sold.sales as day_sales
    from (
      select count(*) as collections, coalesce(sum(listed_count), 0)::bigint as listed
      from market.collection_stats where listed_count > 0
    ) as book,
    (
      select coalesce(sum(price_octas), 0) as octas, count(*) as sales
      from market.sales where at_micros >= ${day.startMicros}::bigint and collection_id is not null and not is_wash
    ) as sold`,
  )
  return row ?? { collections: 0n, listed: 0n, day_octas: 0n, day_sales: 0n }
}
