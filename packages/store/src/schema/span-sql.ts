import { type RawBuilder, sql } from 'kysely'

/** The end of a span that is still open: later than any chain time, as in the indexes. */
export const FOREVER = sql.lit(9_223_372_036_854_775_807n)

/**
 * Returns the condition by which an order's price counts: its marketplace has not stopped selling. No join, so that a walk of an
 * index stays one.
 * @param marketplace the outer query's column, e.g. `p.marketplace`.
 */
export function countsSql(marketplace: string): RawBuilder<unknown> {
  return sql`${sql.ref(marketplace)} not in (select v.marketplace from market.marketplaces v where v.status <> 'active')`
}
