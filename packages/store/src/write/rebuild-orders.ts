import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'
import { collectionOffers } from '../tables/collection-offers.ts'
import { type ListingSpanRow, listingSpans } from '../tables/listing-spans.ts'
import { listings } from '../tables/listings.ts'
import { type OfferSpanRow, offerSpans } from '../tables/offer-spans.ts'
import type { OrderEventRow } from '../tables/order-events.ts'
import type { OwnershipEventRow } from '../tables/ownership-events.ts'
import { tokenOffers } from '../tables/token-offers.ts'
import { compareEvents, foldOrder } from './book/fold-order.ts'
import { toListingSpans } from './book/listing-spans.ts'
import { toOfferSpans } from './book/offer-spans.ts'
import { toCollectionOfferRow, toListingRow, toTokenOfferRow } from './book/order-rows.ts'
import { type ChangedSince, spanChanges } from './history/span-changes.ts'
import { pipelined, type Statements } from './pipelined.ts'
import { replaceRows } from './replace-rows.ts'
import type { OrderKey } from './write-order-events.ts'
import { writeRows } from './write-rows.ts'

type History = readonly OrderEventRow[]

/** What came of folding orders again. */
export interface RebuiltOrders {
  /** All events of those orders, in the chain's order. */
  readonly events: History
  /** When listings or offers stood otherwise than stored. */
  readonly changed: readonly ChangedSince[]
}

/** Folds every event of the given orders into their book rows, and into the times in which they stood. */
export async function rebuildOrders(db: DatabaseTransaction, orders: readonly OrderKey[]): Promise<RebuiltOrders> {
  const events = await readEvents(db, orders)
  const byOrder = Map.groupBy(events, (event) => `${event.marketplace}\u0000${event.book}\u0000${event.order_id}`)
  const histories = [...byOrder.values()]
  const inBook = (book: string) => histories.filter((history) => history[0]?.book === book)
  const present = <Row>(rows: readonly (Row | null)[]): readonly Row[] => rows.filter((row) => row !== null)
  const listed = inBook('listing')
  const listedRows = listed.map((history) => toListingRow(foldOrder(history)))
  const offers = inBook('token-offer').map((history) => toTokenOfferRow(foldOrder(history)))
  const bids = inBook('collection-offer')
  const bidRows = bids.map((history) => toCollectionOfferRow(foldOrder(history)))
  const [changedListings, changedBids] = await pipelined(db, (at) =>
    Promise.all([
      replaceListingSpans(at, orders, listed),
      replaceOfferSpans(at, orders, bids),
      writeRows(at, listings, present(listedRows), 'overwrite'),
      writeRows(at, tokenOffers, present(offers), 'overwrite'),
      writeRows(at, collectionOffers, present(bidRows), 'overwrite'),
    ]),
  )
  return { events, changed: [...changedListings, ...changedBids] }
}

async function readEvents(db: DatabaseTransaction, orders: readonly OrderKey[]): Promise<History> {
  if (orders.length === 0) return []
  const { rows } = await sql<OrderEventRow>`
    select e.* from market.order_events e
    join unnest(${column(orders, 'marketplace')}::text[], ${column(orders, 'book')}::text[],
      ${column(orders, 'order_id')}::text[]) as wanted (marketplace, book, order_id)
      on e.order_id = wanted.order_id and e.marketplace = wanted.marketplace and e.book = wanted.book`.execute(db)
  return rows.toSorted(compareEvents)
}

async function replaceListingSpans(
  at: Statements,
  orders: readonly OrderKey[],
  histories: readonly History[],
): Promise<readonly ChangedSince[]> {
  const keys = orders.filter((order) => order.book === 'listing')
  if (keys.length === 0) return []
  const reading = sql<ListingSpanRow>`
    select s.* from market.listing_spans s
    join unnest(${column(keys, 'marketplace')}::text[], ${column(keys, 'order_id')}::text[]) as k (marketplace, listing_id)
    using (marketplace, listing_id)`
  const [owners, stored] = await Promise.all([readOwners(at, histories), reading.execute(at)])
  const wanted = histories.flatMap((history) => toListingSpans(history, owners.get(history[0]?.token_data_id ?? '')))
  return spanChanges(await replaceRows(at, listingSpans, stored.rows, wanted))
}

async function replaceOfferSpans(
  at: Statements,
  orders: readonly OrderKey[],
  histories: readonly History[],
): Promise<readonly ChangedSince[]> {
  const keys = orders.filter((order) => order.book === 'collection-offer')
  if (keys.length === 0) return []
  const stored = await sql<OfferSpanRow>`
    select s.* from market.offer_spans s
    join unnest(${column(keys, 'marketplace')}::text[], ${column(keys, 'order_id')}::text[]) as k (marketplace, offer_id)
    using (marketplace, offer_id)`.execute(at)
  return spanChanges(await replaceRows(at, offerSpans, stored.rows, histories.flatMap(toOfferSpans)))
}

/** Owners of the v2 tokens that are listed, by token, in the chain's order. */
async function readOwners(at: Statements, histories: readonly History[]) {
  const tokens = new Set(
    histories.flatMap(([first]) => (first?.token_standard === 'v1' ? [] : (first?.token_data_id ?? []))),
  )
  const { rows } = await sql<OwnershipEventRow>`
    select * from market.ownership_events where token_data_id = any(${[...tokens]}::text[])
    order by version, amount`.execute(at)
  return Map.groupBy(rows, (row) => row.token_data_id)
}

function column(orders: readonly OrderKey[], name: keyof OrderKey): readonly string[] {
  return orders.map((order) => order[name])
}
