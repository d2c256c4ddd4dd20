import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import { definePhase } from '../define-phase.ts'
import { compareEvents } from './fold-order.ts'
import { type OrderKey, touchedOrdersPhase } from './touched-orders.ts'

/** Reads all events of the orders that have to be folded again. */
export const orderHistoriesPhase = definePhase({
  name: 'order-histories',
  needs: { touched: touchedOrdersPhase },
  reads: ['market.order_events'],
  read: (db, { touched }) => readOrderEvents(db, touched.orders),
  compute: ({ touched: { orders } }, events) => ({ orders, events, soldVersions: soldVersions(events) }),
})

/** The events of one order, sorted, and at least one. */
export type OrderHistory = readonly OrderEventRow[]

/** Groups sorted events of whole orders by order. */
export function historiesOf(events: readonly OrderEventRow[], book: OrderEventRow['book']): readonly OrderHistory[] {
  const inBook = events.filter((event) => event.book === book)
  return [...Map.groupBy(inBook, (event) => `${event.marketplace}\u0000${event.order_id}`).values()]
}

/** Returns the versions of the transactions in which the given events fill an order. */
function soldVersions(events: readonly OrderEventRow[]): readonly bigint[] {
  return [...new Set(events.filter((event) => event.action === 'filled').map((event) => event.version))]
}

/** Returns every event of the given orders, in the chain's order. */
async function readOrderEvents(db: Executor, orders: readonly OrderKey[]): Promise<readonly OrderEventRow[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<OrderEventRow>`
    select e.* from unnest(${orders.map((order) => order.marketplace)}::text[], ${orders.map((order) => order.book)}::text[],
      ${orders.map((order) => order.order_id)}::text[]) as wanted (marketplace, book, order_id)
    cross join lateral (
      select * from market.order_events e
      where e.order_id = wanted.order_id and e.marketplace = wanted.marketplace and e.book = wanted.book offset 0
    ) e`.execute(db)
  return rows.toSorted(compareEvents)
}
