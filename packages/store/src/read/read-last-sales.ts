import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** The newest sale of a token; price in octas. */
export interface LastSale {
  readonly tokenDataId: string
  readonly priceOctas: bigint
  readonly atMicros: bigint
  readonly version: bigint
}

/** The newest sale of each of some tokens, unordered; tokens never sold are left out. @param withoutWash passes wash trades over. */
export function readLastSales(
  reader: Reader,
  tokenDataIds: readonly string[],
  { withoutWash = false }: { readonly withoutWash?: boolean } = {},
): Promise<readonly LastSale[]> {
  const honest = withoutWash ? sql`and not s.is_wash` : sql``
  return readRows(
    reader,
    sql<LastSale>`
    select asked.id as "tokenDataId", sale.price_octas as "priceOctas", sale.at_micros as "atMicros", sale.version
    from unnest(${[...new Set(tokenDataIds)]}::text[]) as asked (id)
    cross join lateral (
      select s.price_octas, s.at_micros, s.version from market.sales s where s.token_data_id = asked.id ${honest}
      order by s.at_micros desc, s.version desc, s.event_index desc limit 1
    ) sale`,
  )
}
