import { sql } from 'kysely'
import { type Reader, readRow } from '../read-rows.ts'
import { slidingWindows } from '../windows.ts'
import { volumesSql, washVolumesSql } from './volume-sql.ts'

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
  const row = await readRow(
    reader,
    sql<MarketTotalsRow>`
    select book.collections, book.listed,
      (sold.octas - washed.octas)::numeric as day_octas, (sold.sales - washed.sales)::bigint as day_sales
    from (
      select count(*) filter (where listed_count > 0) as collections, coalesce(sum(listed_count), 0)::bigint as listed
      from market.collection_stats
    ) as book,
    (select coalesce(sum(day_octas), 0) as octas, coalesce(sum(day_sales), 0) as sales
      from (${volumesSql(windows, null, 'day')}) as volumes) as sold,
    (select coalesce(sum(day_octas), 0) as octas, coalesce(sum(day_sales), 0) as sales
      from (${washVolumesSql(windows, null)}) as flagged) as washed`,
  )
  return row ?? { collections: 0n, listed: 0n, day_octas: 0n, day_sales: 0n }
}
