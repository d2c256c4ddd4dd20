import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type UnsettledOrderRow, unsettledOrders } from '../../schema/orders.ts'
import { refusalOf } from '../stream/unwritten-transactions.ts'
import type { OrderKey } from './touched-orders.ts'

/** An order that time has changed, and the moment from which on it has. */
export interface DueOrder extends OrderKey {
  readonly due_seconds: bigint
}

/** Notes an order whose row the database refuses as time changes it: it is not due again before its next change. */
export async function noteUnsettled(
  db: Executor,
  { marketplace, book, order_id, due_seconds }: DueOrder,
  error: unknown,
): Promise<UnsettledOrderRow> {
  const row = { marketplace, book, order_id, due_seconds, ...refusalOf(error) }
  await writeRows(db, unsettledOrders, [row], 'overwrite')
  return row
}

/** Whether a row of a book has not been refused at the moment in a column of it. A scalar, which no plan joins: one probe of an index each. */
export function isUnrefused(
  row: string,
  book: OrderKey['book'],
  { id, dueSeconds }: { readonly id: string; readonly dueSeconds: string },
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`(select true from market.unsettled_orders u where u.marketplace = ${column('marketplace')} and u.book = ${sql.lit(book)}
    and u.order_id = ${column(id)} and u.due_seconds = ${column(dueSeconds)}) is null`
}
