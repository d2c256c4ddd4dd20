import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import { compareEvents } from './fold-order.ts'

/** Names one order. */
export interface OrderKey {
  readonly marketplace: string
  readonly book: string
  readonly order_id: string
}

/** Every event of the given orders, in the chain's order. */
export async function readOrderEvents(at: Statements, orders: readonly OrderKey[]): Promise<readonly OrderEventRow[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<OrderEventRow>`
    select e.* from unnest(${orders.map((order) => order.marketplace)}::text[], ${orders.map((order) => order.book)}::text[],
      ${orders.map((order) => order.order_id)}::text[]) as wanted (marketplace, book, order_id)
    cross join lateral (
      select * from market.order_events e
      where e.order_id = wanted.order_id and e.marketplace = wanted.marketplace and e.book = wanted.book offset 0
    ) e`.execute(at)
  return rows.toSorted(compareEvents)
}
