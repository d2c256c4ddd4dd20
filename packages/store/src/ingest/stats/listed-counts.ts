import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { definePhase } from '../define-phase.ts'
import { touchedTokens } from '../history/touched.ts'
import { orderLogPhase } from '../orders/order-log.ts'
import { type OrderKey, touchedOrdersPhase } from '../orders/touched-orders.ts'
import { decodePhase } from '../tokens/known-tokens.ts'

/** Numbers of listings that can be bought, by collection. */
export type ListedCounts = ReadonlyMap<string, bigint>

/** The listings that a batch may change: those of its orders, and all of its tokens. */
export interface TouchedListings {
  readonly orders: readonly OrderKey[]
  readonly tokens: readonly string[]
}

/** Counts the listings that the batch may change, as they were before it. */
export const listedBeforePhase = definePhase({
  name: 'listed-before',
  needs: { decoded: decodePhase, logged: orderLogPhase, touched: touchedOrdersPhase },
  readsBefore: ['market.listings'],
  read: async (db, { decoded: { transactions }, logged, touched }) => {
    const orders = touched.orders.filter(({ book }) => book === 'listing')
    const tokens = touchedTokens(transactions, logged)
    const ofOrders = sql`select l.token_data_id from ${ordersSql(orders)} join market.listings l using (marketplace, listing_id)`
    const [more, counts] = await Promise.all([
      orders.length === 0 ? { rows: [] } : sql<{ token_data_id: string }>`${ofOrders}`.execute(db),
      count(db, orders, sql`(select unnest(${tokens}::text[]) union ${ofOrders})`),
    ])
    const listings: TouchedListings = {
      orders,
      tokens: [...new Set([...tokens, ...more.rows.map((row) => row.token_data_id)])],
    }
    return { listings, counts }
  },
  compute: (_given, before) => before,
})

/** Counts the listings that a batch may change, as they are now. */
export function countListed(db: Executor, { orders, tokens }: TouchedListings): Promise<ListedCounts> {
  return count(db, orders, sql`unnest(${tokens}::text[])`)
}

/** Returns by how much the number of listings grew, of each collection that has or had any of them. */
export function listedGrowth(before: ListedCounts, after: ListedCounts): ListedCounts {
  const collections = new Set([...before.keys(), ...after.keys()])
  return new Map([...collections].map((id) => [id, (after.get(id) ?? 0n) - (before.get(id) ?? 0n)]))
}

/** Looks listings up by order and by token: a few rows, however many their collections have. */
async function count(db: Executor, orders: readonly OrderKey[], tokens: RawBuilder<unknown>): Promise<ListedCounts> {
  const canBeBought = sql`l.state = 'open' and l.validity = 'valid' and l.collection_id is not null`
  const { rows } = await sql<{ collection_id: string; count: bigint }>`
    select collection_id, count(*) as count from (
      select l.marketplace, l.listing_id, l.collection_id
      from ${ordersSql(orders)} join market.listings l using (marketplace, listing_id) where ${canBeBought}
      union
      select l.marketplace, l.listing_id, l.collection_id from ${tokens} as touched (token)
      cross join lateral (
        select * from market.listings where token_data_id = touched.token and state = 'open' offset 0
      ) l where ${canBeBought}
    ) listed group by 1`.execute(db)
  return new Map(rows.map((row) => [row.collection_id, row.count]))
}

function ordersSql(orders: readonly OrderKey[]): RawBuilder<unknown> {
  return sql`unnest(${orders.map((order) => order.marketplace)}::text[], ${orders.map((order) => order.order_id)}::text[])
    as touched_order (marketplace, listing_id)`
}
