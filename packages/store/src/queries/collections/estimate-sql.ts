import { type RawBuilder, sql } from 'kysely'

/** Most times the last sale that an asked price counts for: whoever alone has something for sale asks any price. */
const MOST_LAST_SALES = sql.lit(5)

/**
 * Returns an asked price as far as the last sale of a collection with the stats `s` supports it; null where it was never sold. A last sale is
 * none between wallets that paid each other.
 */
export function supportedBySales(askedOctas: RawBuilder<unknown>): RawBuilder<bigint | null> {
  return sql<
    bigint | null
  >`case when ${askedOctas} > ${MOST_LAST_SALES} * s.last_sale_octas then ${MOST_LAST_SALES} * s.last_sale_octas
    when s.last_sale_octas is not null then ${askedOctas} end`
}

/**
 * Estimate in octas of one item of a collection with the stats `s`: the floor as far as sales support it, or the top bid where that is higher;
 * null without a market.
 * @source docs/product/portfolio-and-pnl.md#estimate
 */
export const ESTIMATE: RawBuilder<bigint | null> = sql<
  bigint | null
>`greatest(s.top_bid_octas, ${supportedBySales(sql`s.floor_octas`)})`
