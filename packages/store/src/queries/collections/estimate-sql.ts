import { type RawBuilder, sql } from 'kysely'

/**
 * Top bid of a collection with the stats `s` as far as it counts: no more than a seller has ever received for an item; null without a bid, and
 * where nothing was sold. Anyone can bid any price where no item can be sold: on items that are frozen, or for a price that is all royalty.
 */
const COUNTED_BID = sql`case when s.top_bid_octas is not null and s.best_proceeds_octas is not null
  then least(s.top_bid_octas, s.best_proceeds_octas) end`

/**
 * The most that an asked price counts for, as a multiple of the last sale, or of the top bid where that is higher. A seller without competition
 * can ask any price, and can make a last sale of next to nothing with a wallet of their own: a higher bid is better evidence.
 */
const MOST_SUPPORTED = sql`(5 * greatest(s.last_sale_octas, ${COUNTED_BID}))`

/**
 * Returns an asked price as far as the last sale and the top bid of a collection with the stats `s` support it; null where it was never sold. A
 * last sale is none between wallets that paid each other.
 */
export function supportedBySales(askedOctas: RawBuilder<unknown>): RawBuilder<bigint | null> {
  return sql<
    bigint | null
  >`case when s.last_sale_octas is not null and ${askedOctas} is not null then least(${askedOctas}, ${MOST_SUPPORTED}) end`
}

/** Returns whether last sale and top bid of a collection with the stats `s` support all of an asked price. */
export function isSupportedBySales(askedOctas: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(s.last_sale_octas is not null and ${askedOctas} <= ${MOST_SUPPORTED})`
}

/**
 * Estimate in octas of one item of a collection with the stats `s`: the floor as far as sales support it, or the top bid where that is higher, as
 * far as it counts; null without a market, and before the first sale.
 * @source docs/product/portfolio-and-pnl.md#estimate
 */
export const ESTIMATE: RawBuilder<bigint | null> = sql<
  bigint | null
>`greatest(${COUNTED_BID}, ${supportedBySales(sql`s.floor_octas`)})`

/** Items of one collection that count for each of its sales. */
const ITEMS_PER_SALE = sql.lit(1_000)

/**
 * Returns the estimate in octas of some items of a collection with the stats `s`; null without a market. Anyone can make any number of a token of
 * the older standard and send them to a wallet: the more were sold, the more count. Of what a wallet holds each part has its share of those, so
 * that the parts together are worth no more than the whole.
 * @param held items of the collection that the wallet holds in all
 */
export function estimateOf(items: RawBuilder<unknown>, held: RawBuilder<unknown>): RawBuilder<bigint | null> {
  return sql<
    bigint | null
  >`div(${ESTIMATE} * ${items} * least(${held}, ${ITEMS_PER_SALE} * s.sales_all), nullif(${held}, 0))`
}
