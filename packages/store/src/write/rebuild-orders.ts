import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import { collectionOffers } from '../tables/collection-offers.ts'
import { listingSpans } from '../tables/listing-spans.ts'
import { listings } from '../tables/listings.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import { tokenOffers } from '../tables/token-offers.ts'
import { compareEvents, foldOrder } from './book/fold-order.ts'
import { toListingSpans } from './book/listing-spans.ts'
import { toCollectionOfferRow, toListingRow, toTokenOfferRow } from './book/order-rows.ts'
import type { OrderKey } from './write-order-events.ts'
import { writeRows } from './write-rows.ts'

/**
 * Folds every event of the given orders into their book rows.
 * @returns all events of those orders, in the chain's order.
 */
export async function rebuildOrders(
  db: DatabaseTransaction,
  orders: readonly OrderKey[],
): Promise<readonly OrderEventRow[]> {
  const events = await readEvents(db, orders)
  const byOrder = Map.groupBy(events, (event) => `${event.marketplace}\u0000${event.book}\u0000${event.order_id}`)
  const histories = [...byOrder.values()]
  const inBook = (book: string) => histories.filter((history) => history[0]?.book === book)
  const present = <Row>(rows: readonly (Row | null)[]): readonly Row[] => rows.filter((row) => row !== null)
  const listed = inBook('listing')
  await writeRows(db, listings, present(listed.map((history) => toListingRow(foldOrder(history)))), 'overwrite')
  await replaceSpans(db, orders, listed)
  const offers = inBook('token-offer').map((history) => toTokenOfferRow(foldOrder(history)))
  await writeRows(db, tokenOffers, present(offers), 'overwrite')
  const bids = inBook('collection-offer').map((history) => toCollectionOfferRow(foldOrder(history)))
  await writeRows(db, collectionOffers, present(bids), 'overwrite')
  return events
}

async function readEvents(db: DatabaseTransaction, orders: readonly OrderKey[]): Promise<readonly OrderEventRow[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<OrderEventRow>`
    select e.* from market.order_events e
    join unnest(${column(orders, 'marketplace')}::text[], ${column(orders, 'book')}::text[],
      ${column(orders, 'order_id')}::text[]) as wanted (marketplace, book, order_id)
      on e.order_id = wanted.order_id and e.marketplace = wanted.marketplace and e.book = wanted.book`.execute(db)
  return rows.toSorted(compareEvents)
}

async function replaceSpans(
  db: DatabaseTransaction,
  orders: readonly OrderKey[],
  histories: readonly (readonly OrderEventRow[])[],
): Promise<void> {
  const keys = orders.filter((order) => order.book === 'listing')
  if (keys.length === 0) return
  await sql`
    delete from market.listing_spans s
    using unnest(${column(keys, 'marketplace')}::text[], ${column(keys, 'order_id')}::text[]) as gone (marketplace, listing_id)
    where s.marketplace = gone.marketplace and s.listing_id = gone.listing_id`.execute(db)
  await writeRows(db, listingSpans, histories.flatMap(toListingSpans), 'overwrite')
}

function column(orders: readonly OrderKey[], name: keyof OrderKey): readonly string[] {
  return orders.map((order) => order[name])
}
