import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** The newest sale of each of some tokens, octas; those never sold are left out. */
export async function readLastSales(
  reader: Reader,
  tokenDataIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly priceOctas: bigint; readonly atMicros: bigint }>> {
  const rows = await readRows(
    reader,
    sql<{ id: string; priceOctas: bigint; atMicros: bigint }>`
    select asked.id, sale.price_octas as "priceOctas", sale.at_micros as "atMicros"
    from unnest(${[...new Set(tokenDataIds)]}::text[]) as asked (id)
    cross join lateral (
      select price_octas, at_micros from market.sales s where s.token_data_id = asked.id
      order by at_micros desc, version desc, event_index desc limit 1
    ) as sale`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
