import { MICROS_PER_SECOND } from '@opal/domain/time'
import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import { definePhase } from '../define-phase.ts'
import { compareEvents, type FoldedOrder, type OrderState } from './fold-order.ts'
import { keyOf, type TouchedOrder, touchedOrdersPhase } from './touched-orders.ts'

/**
 * Reads the events of the orders that have to be folded again. An order goes on from its stored row with the events behind it, as
 * an order can have any number of events; it is read whole where something changes at or before the row's last event.
 */
export const orderHistoriesPhase = definePhase({
  name: 'order-histories',
  needs: { touched: touchedOrdersPhase },
  reads: ['market.order_events'],
  readsBefore: ['market.listings', 'market.token_offers', 'market.collection_offers'],
  read: async (db, { touched: { orders } }) => toHistories(orders, await readOrderEvents(db, orders)),
  compute: ({ touched: { orders } }, histories) => toOrderHistories(orders, histories),
})

/** Orders that are folded again, and what they are folded from. */
export interface OrderHistories {
  readonly orders: readonly TouchedOrder[]
  readonly histories: readonly OrderHistory[]
  /** The events behind the stored states, in the chain's order. */
  readonly added: readonly OrderEventRow[]
  /** Those, and the last events that the stored states know: they name tokens and wallets that the orders concern. */
  readonly events: readonly OrderEventRow[]
  readonly soldVersions: readonly bigint[]
}

function toOrderHistories(orders: readonly TouchedOrder[], histories: readonly OrderHistory[]): OrderHistories {
  const added = histories.flatMap(({ events }) => events).toSorted(compareEvents)
  const last = histories.flatMap(({ known }) => known?.last ?? [])
  return { orders, histories, added, events: [...last, ...added], soldVersions: soldVersions(added) }
}

/** Returns orders of which nothing but their events is stored. @param events all of each order, by order and in the chain's order. */
export function wholeHistories(events: readonly OrderEventRow[]): OrderHistories {
  const ofOrder = [...Map.groupBy(events, keyOf).values()]
  const histories = ofOrder.flatMap((each) =>
    each[0] === undefined ? [] : [{ first: each[0], known: null, since: BEGINNING, events: each }],
  )
  return toOrderHistories(
    histories.map(({ first: { marketplace, book, order_id } }) => ({
      marketplace,
      book,
      order_id,
      since: 0n,
      since_micros: 0n,
    })),
    histories,
  )
}

/** The part of an order's past that its fold needs. */
export interface OrderHistory {
  /** The first event that is known of the order. */
  readonly first: OrderEventRow
  /** The stored state from which the fold goes on; null when the order is folded from its first event. */
  readonly known: FoldedOrder | null
  /** The first change behind the stored state; the beginning when no state is known. */
  readonly since: { readonly version: bigint; readonly micros: bigint }
  /** The events behind the stored state, or all: sorted, and at least one where no state is known. */
  readonly events: readonly OrderEventRow[]
}

const BEGINNING: OrderHistory['since'] = { version: 0n, micros: 0n }

/** Returns the histories of one book. */
export function historiesOf(histories: readonly OrderHistory[], book: OrderEventRow['book']): readonly OrderHistory[] {
  return histories.filter(({ first }) => first.book === book)
}

/** Returns the versions of the transactions in which the given events fill an order. */
function soldVersions(events: readonly OrderEventRow[]): readonly bigint[] {
  return [...new Set(events.filter((event) => event.action === 'filled').map((event) => event.version))]
}

/** An event of an order, with the order's stored row where the fold goes on from it. */
type ReadEvent = OrderEventRow & (StoredOrder | { readonly [Name in keyof StoredOrder]: null })

/** A row of one of the books: a listing or an offer. */
interface StoredOrder {
  readonly stored_state: OrderState
  readonly stored_collection_id: string | null
  readonly stored_price_octas: bigint
  readonly placed_version: bigint
  readonly placed_at_micros: bigint
  readonly last_version: bigint
  readonly last_event_index: number
  /** When time changes a listing next, from which on it is folded again; null where it never does. */
  readonly next_change_seconds: bigint | null
  /** Null for offers. */
  readonly stored_seller: string | null
  /** Null for listings, and for offers without one. */
  readonly stored_expires_at_seconds: bigint | null
  /** Null for orders on one token. */
  readonly wanted_amount: bigint | null
  /** Null for all but offers on a set of tokens. */
  readonly stored_set_root: string | null
}

function toHistories(orders: readonly TouchedOrder[], read: readonly ReadEvent[]): readonly OrderHistory[] {
  const touched = new Map(orders.map((order) => [keyOf(order), order]))
  return [...Map.groupBy(read.toSorted(compareEvents), keyOf).values()].flatMap((events): readonly OrderHistory[] => {
    const [first] = events
    if (first === undefined) return []
    // The first event may itself be the last one that the row includes.
    const last = events.find(
      ({ version, event_index }) => version === first.last_version && event_index === first.last_event_index,
    )
    const order = touched.get(keyOf(first))
    if (first.last_version === null || last === undefined || order === undefined)
      return [{ first, known: null, since: BEGINNING, events }]
    const since = { version: order.since, micros: earliest(order.since_micros, first.next_change_seconds) }
    return [{ first, known: toFolded(first, last), since, events: events.slice(events.indexOf(last) + 1) }]
  })
}

/** Returns the first moment at which an order differs from its row: time may have changed it before anything else did. */
function earliest(micros: bigint, nextChangeSeconds: bigint | null): bigint {
  const next = nextChangeSeconds === null ? micros : nextChangeSeconds * MICROS_PER_SECOND
  return next < micros ? next : micros
}

function toFolded(row: StoredOrder, last: OrderEventRow): FoldedOrder {
  return {
    state: row.stored_state,
    placed: { version: row.placed_version, at_micros: row.placed_at_micros },
    last,
    seller: row.stored_seller,
    collectionId: row.stored_collection_id,
    // The row of a listing with a falling price has the price of the current step, not the placed one.
    priceOctas: last.action === 'placed' ? last.price_octas : row.stored_price_octas,
    expiresAtSeconds: row.stored_expires_at_seconds,
    setRoot: last.is_pooled ? (row.stored_set_root ?? '') : null,
    placing: last.action === 'placed' ? last : null,
    remaining: row.wanted_amount ?? (row.stored_state === 'open' ? 1n : 0n),
  }
}

/**
 * The last event of an open listing is its newest placing, which has its terms. That of an ended one lies behind it: it is read whole where
 * it had terms, which happens once, as nothing follows the end.
 */
const HAS_PLACING = sql`(l.state = 'open' or l.falls_until_seconds is null and l.expires_at_seconds is null and l.reserved_for is null and l.least_octas is null)`

/**
 * Returns the events of the given orders. Where all that changes is behind the last event of an order's row: that event, those behind
 * it, and the first.
 */
async function readOrderEvents(db: Executor, orders: readonly TouchedOrder[]): Promise<readonly ReadEvent[]> {
  if (orders.length === 0) return []
  const ofOrder = sql`e.order_id = wanted.order_id and e.marketplace = wanted.marketplace and e.book = wanted.book`
  const { rows } = await sql<ReadEvent>`
    select e.*, stored.*
    from unnest(${orders.map((order) => order.marketplace)}::text[], ${orders.map((order) => order.book)}::text[],
      ${orders.map((order) => order.order_id)}::text[], ${orders.map((order) => order.since)}::bigint[])
      as wanted (marketplace, book, order_id, since)
    left join lateral (
      select * from (
        select l.state as stored_state, l.collection_id as stored_collection_id, l.price_octas as stored_price_octas,
          l.placed_version, l.placed_at_micros, l.last_version, l.last_event_index,
          l.next_change_seconds, l.seller as stored_seller,
          null::numeric as stored_expires_at_seconds, null::numeric as wanted_amount, null::text as stored_set_root
        from market.listings l
        where wanted.book = 'listing' and l.marketplace = wanted.marketplace and l.listing_id = wanted.order_id
          and ${HAS_PLACING}
        union all
        select o.state, o.collection_id, o.price_octas, o.placed_version, o.placed_at_micros, o.last_version, o.last_event_index,
          null, null, o.expires_at_seconds, null, null
        from market.token_offers o
        where wanted.book = 'token-offer' and o.marketplace = wanted.marketplace and o.offer_id = wanted.order_id
        union all
        select o.state, o.collection_id, o.price_octas, o.placed_version, o.placed_at_micros, o.last_version, o.last_event_index,
          null, null, o.expires_at_seconds, o.wanted_amount, o.set_root
        from market.collection_offers o
        where wanted.book = 'collection-offer' and o.marketplace = wanted.marketplace and o.offer_id = wanted.order_id
      ) of_book
      where last_version < wanted.since offset 0
    ) stored on true
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
