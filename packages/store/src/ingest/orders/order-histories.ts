import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import { definePhase } from '../define-phase.ts'
import { compareEvents, type FoldedOrder, type OrderState } from './fold-order.ts'
import { type TouchedOrder, touchedOrdersPhase } from './touched-orders.ts'

/**
 * Reads what the orders that have to be folded again are folded from. An order goes on from its stored row with the events behind
 * it, as an order can have any number of events; it is read whole where something changes at or before the row's last event.
 */
export const orderHistoriesPhase = definePhase({
  name: 'order-histories',
  needs: { touched: touchedOrdersPhase },
  reads: ['market.order_events'],
  readsBefore: ['market.listings', 'market.token_offers', 'market.collection_offers'],
  read: async (db, { touched: { orders } }) => {
    const [stored, events] = await Promise.all([readStoredOrders(db, orders), readOrderEvents(db, orders)])
    return toHistories(stored, events)
  },
  compute: ({ touched: { orders } }, histories) => {
    const added = histories.flatMap(({ events }) => events).toSorted(compareEvents)
    const last = histories.flatMap(({ known }) => known?.last ?? [])
    return {
      orders,
      histories,
      /** The events behind the stored states, in the chain's order. */
      added,
      /** Those, and the last events that the stored states know: they name tokens and wallets that the orders concern. */
      events: [...last, ...added],
      soldVersions: soldVersions(added),
    }
  },
})

/** What one order is folded from. */
export interface OrderHistory {
  /** The first event that is known of the order. */
  readonly first: OrderEventRow
  /** The stored state from which the fold goes on; null when the order is folded from its first event. */
  readonly known: FoldedOrder | null
  /** The events behind the stored state, or all: sorted, and at least one where no state is known. */
  readonly events: readonly OrderEventRow[]
}

/** Returns the histories of one book. */
export function historiesOf(histories: readonly OrderHistory[], book: OrderEventRow['book']): readonly OrderHistory[] {
  return histories.filter(({ first }) => first.book === book)
}

/** Returns the versions of the transactions in which the given events fill an order. */
function soldVersions(events: readonly OrderEventRow[]): readonly bigint[] {
  return [...new Set(events.filter((event) => event.action === 'filled').map((event) => event.version))]
}

/** Joins stored states with the events that were read. */
function toHistories(stored: readonly StoredOrder[], read: readonly OrderEventRow[]): readonly OrderHistory[] {
  const states = new Map(stored.map((order) => [keyOf(order), order]))
  const groups = Map.groupBy(read.toSorted(compareEvents), keyOf)
  return [...groups].flatMap(([key, events]): readonly OrderHistory[] => {
    const [first] = events
    if (first === undefined) return []
    const state = states.get(key)
    // The first event was read beside the others, and may be the last that the row knows.
    const last = state && events.find((event) => comparePosition(event, state) === 0)
    if (state === undefined || last === undefined) return [{ first, known: null, events }]
    const added = events.filter((event) => comparePosition(event, state) > 0)
    return [{ first, known: toFolded(state, last), events: added }]
  })
}

function comparePosition(event: OrderEventRow, { last_version, last_event_index }: StoredOrder): number {
  if (event.version !== last_version) return event.version < last_version ? -1 : 1
  return event.event_index - last_event_index
}

function keyOf({ marketplace, book, order_id }: Pick<OrderEventRow, 'marketplace' | 'book' | 'order_id'>): string {
  return `${marketplace}\u0000${book}\u0000${order_id}`
}

/** A row of the book, of whichever book. */
interface StoredOrder {
  readonly marketplace: string
  readonly book: string
  readonly order_id: string
  readonly state: OrderState
  readonly collection_id: string | null
  readonly price_octas: bigint
  readonly placed_version: bigint
  readonly placed_at_micros: bigint
  readonly last_version: bigint
  readonly last_event_index: number
  /** Null for offers. */
  readonly seller: string | null
  /** Null for listings, and for offers without one. */
  readonly expires_at_seconds: bigint | null
  /** Null for orders on one token. */
  readonly remaining_amount: bigint | null
}

function toFolded(row: StoredOrder, last: OrderEventRow): FoldedOrder {
  return {
    state: row.state,
    placed: { version: row.placed_version, at_micros: row.placed_at_micros },
    last,
    seller: row.seller,
    collectionId: row.collection_id,
    priceOctas: row.price_octas,
    expiresAtSeconds: row.expires_at_seconds,
    remaining: row.remaining_amount ?? (row.state === 'open' ? 1n : 0n),
  }
}

/** The orders to be read, as a relation `wanted`. */
function wantedSql(orders: readonly TouchedOrder[]): RawBuilder<unknown> {
  return sql`unnest(${orders.map((order) => order.marketplace)}::text[], ${orders.map((order) => order.book)}::text[],
    ${orders.map((order) => order.order_id)}::text[], ${orders.map((order) => order.since)}::bigint[])
    as wanted (marketplace, book, order_id, since)`
}

/** The stored row of each wanted order, where all that changes is behind its last event. */
const STORED = sql`lateral (
    select s.* from (
      select l.state, l.collection_id, l.price_octas, l.placed_version, l.placed_at_micros, l.last_version, l.last_event_index,
        l.seller, null::numeric as expires_at_seconds, null::numeric as remaining_amount
      from market.listings l
      where wanted.book = 'listing' and l.marketplace = wanted.marketplace and l.listing_id = wanted.order_id
      union all
      select o.state, o.collection_id, o.price_octas, o.placed_version, o.placed_at_micros, o.last_version, o.last_event_index,
        null, o.expires_at_seconds, null
      from market.token_offers o
      where wanted.book = 'token-offer' and o.marketplace = wanted.marketplace and o.offer_id = wanted.order_id
      union all
      select o.state, o.collection_id, o.price_octas, o.placed_version, o.placed_at_micros, o.last_version, o.last_event_index,
        null, o.expires_at_seconds, o.remaining_amount
      from market.collection_offers o
      where wanted.book = 'collection-offer' and o.marketplace = wanted.marketplace and o.offer_id = wanted.order_id
    ) s
    where s.last_version < wanted.since offset 0
  ) stored`

async function readStoredOrders(db: Executor, orders: readonly TouchedOrder[]): Promise<readonly StoredOrder[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<StoredOrder>`
    select wanted.marketplace, wanted.book, wanted.order_id, stored.* from ${wantedSql(orders)}
    cross join ${STORED}`.execute(db)
  return rows
}

/** Returns the events of the given orders from the last that their rows know, and the first of each; else all. */
async function readOrderEvents(db: Executor, orders: readonly TouchedOrder[]): Promise<readonly OrderEventRow[]> {
  if (orders.length === 0) return []
  const ofOrder = sql`e.order_id = wanted.order_id and e.marketplace = wanted.marketplace and e.book = wanted.book`
  const { rows } = await sql<OrderEventRow>`
    select e.* from ${wantedSql(orders)}
    left join ${STORED} on true
    cross join lateral (
      select * from market.order_events e
      where ${ofOrder} and (e.version, e.event_index) >= (coalesce(stored.last_version, 0), coalesce(stored.last_event_index, 0))
      union all
      (select * from market.order_events e
      where ${ofOrder} and (e.version, e.event_index) < (stored.last_version, stored.last_event_index)
      order by e.version, e.event_index limit 1)
    ) e`.execute(db)
  return rows
}
