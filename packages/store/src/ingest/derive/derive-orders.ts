import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import type { Phase } from '../define-phase.ts'
import { activitiesPhase } from '../history/activities.ts'
import { spansPhase } from '../history/order-spans.ts'
import { NO_SALES, salesPhase } from '../history/sales.ts'
import { bookPhase } from '../orders/order-book.ts'
import { orderHistoriesPhase, wholeHistories } from '../orders/order-histories.ts'
import { keyOf } from '../orders/touched-orders.ts'
import { planPhases } from '../plan-phases.ts'
import { buyingPointsPhase } from '../points/buying-points.ts'
import { washSalesPhase } from '../points/fundings.ts'
import { runPhases } from '../run-phases.ts'
import { clockPhase, readClock } from '../stream/clock.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { wholeBatch } from './whole-batch.ts'

const ORDERS = planPhases(
  [bookPhase, spansPhase, salesPhase, activitiesPhase],
  [clockPhase, decodePhase, orderHistoriesPhase],
)
const POINTS = planPhases([buyingPointsPhase], [salesPhase, washSalesPhase])

/** Events of the next orders by key; an order's events are never split. */
export type OrderShare = readonly OrderEventRow[]

/** Reads all logged orders. @param size events per chunk; an order with more events is a chunk of its own */
export async function* readOrderShares(db: Executor, size: number): AsyncGenerator<OrderShare, void, void> {
  for (let after: OrderEventRow | null = null; ; ) {
    const rows: readonly OrderEventRow[] = await readEvents(db, after, size)
    const last = rows.at(-1)
    if (last === undefined) return
    const isCut = rows.length === size
    const whole = isCut ? rows.filter((row) => keyOf(row) !== keyOf(last)) : rows
    const share = whole.length > 0 ? whole : await readOrder(db, last)
    after = share.at(-1) ?? null
    yield share
  }
}

/** Writes the book, spans, sales and activities of complete orders. */
export async function writeOrders(db: Executor, share: OrderShare): Promise<void> {
  const given = new Map<Phase, unknown>([
    [clockPhase, await readClock(db)],
    [decodePhase, { transactions: [], stops: [] }],
    [orderHistoriesPhase, wholeHistories(share)],
  ])
  await Promise.all(await runPhases(db, ORDERS, wholeBatch(), given))
}

/** Reads the versions of all sales. @param size versions per chunk */
export async function* readSaleShares(db: Executor, size: number): AsyncGenerator<readonly bigint[], void, void> {
  for (let after = -1n; ; ) {
    const { rows } = await sql<{ version: bigint }>`
      select distinct version from market.sales where version > ${after} order by version limit ${size}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.version
    yield rows.map(({ version }) => version)
  }
}

/** Writes the points for sales in some transactions. */
export async function writeBuyingPoints(db: Executor, versions: readonly bigint[]): Promise<void> {
  const given = new Map<Phase, unknown>([
    [salesPhase, { versions, replaced: NO_SALES, repeated: [] }],
    [washSalesPhase, []],
  ])
  await Promise.all(await runPhases(db, POINTS, wholeBatch(), given))
}

async function readEvents(db: Executor, after: OrderEventRow | null, size: number): Promise<readonly OrderEventRow[]> {
  const isBehind =
    after === null
      ? sql`true`
      : sql`(order_id, marketplace, book) > (${after.order_id}, ${after.marketplace}, ${after.book})`
  const { rows } = await sql<OrderEventRow>`
    select * from market.order_events where ${isBehind}
    order by order_id, marketplace, book, version, event_index limit ${size}`.execute(db)
  return rows
}

async function readOrder(db: Executor, { order_id, marketplace, book }: OrderEventRow): Promise<OrderShare> {
  const { rows } = await sql<OrderEventRow>`
    select * from market.order_events where order_id = ${order_id} and marketplace = ${marketplace} and book = ${book}
    order by version, event_index`.execute(db)
  return rows
}
