import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type UnsettledOrderRow, unsettledOrders } from '../../schema/orders.ts'
import { refusalOf } from '../stream/unwritten-transactions.ts'
import type { OrderKey } from './touched-orders.ts'

/** Notes an order that cannot be written as time changes it: it is not due again until something else changes it. */
export async function noteUnsettled(
  db: Executor,
  { marketplace, book, order_id }: OrderKey,
  error: unknown,
): Promise<UnsettledOrderRow> {
  const row = { marketplace, book, order_id, ...refusalOf(error) }
  await writeRows(db, unsettledOrders, [row], 'overwrite')
  return row
}

/** Deletes the notes on some orders, which are written. */
export async function deleteUnsettled(db: Executor, orders: readonly OrderKey[]): Promise<void> {
  await sql`
    delete from market.unsettled_orders u using unnest(${orders.map(({ marketplace }) => marketplace)}::text[],
      ${orders.map(({ book }) => book)}::text[], ${orders.map(({ order_id }) => order_id)}::text[])
      as written (marketplace, book, order_id)
    where u.marketplace = written.marketplace and u.book = written.book and u.order_id = written.order_id`.execute(db)
}

/**
 * Returns the condition that an order of a book is not noted. It is a scalar, which no plan joins: one probe of an index each.
 * @param row name of its row in the query
 */
export function isNotNoted(
  row: string,
  book: OrderKey['book'],
  idColumn: 'listing_id' | 'offer_id',
): RawBuilder<boolean> {
  return sql`(select true from market.unsettled_orders u where u.marketplace = ${sql.ref(`${row}.marketplace`)}
    and u.book = ${sql.lit(book)} and u.order_id = ${sql.ref(`${row}.${idColumn}`)}) is null`
}
