import type { OrderEventRow } from '../../schema/orders.ts'

export type OrderState = 'open' | 'filled' | 'cancelled'

/** State of an order, folded from all its events. Its row in the book and its last event suffice to go on. */
export interface FoldedOrder {
  readonly state: OrderState
  /** The event of its last opening; a new price does not move it. The first known event when no opening is known. */
  readonly placed: Pick<OrderEventRow, 'version' | 'at_micros'>
  readonly last: OrderEventRow
  /** Seller of the newest event that names one; null where none does: some sales do not. */
  readonly seller: string | null
  /** The newest event that names the collection, or null. */
  readonly collectionId: string | null
  /** Octas, of the newest event with a price: some marketplaces end an order without stating it. */
  readonly priceOctas: bigint
  /** Unix seconds, from the newest placing. */
  readonly expiresAtSeconds: bigint | null
  /** Root of the set of tokens that a pooled offer wants, empty for any of the collection; null where no event says. */
  readonly setRoot: string | null
  /** The newest placing, which has the terms of a listing; null where it lies before the last event of the stored row, which has no terms then. */
  readonly placing: OrderEventRow | null
  /** Items still wanted, whether or not a pool pays them; 1 for an open order on one token. */
  readonly remaining: bigint
}

const STATES: Readonly<Record<string, OrderState>> = { placed: 'open', cancelled: 'cancelled', filled: 'filled' }

/** Names an event of the chain. */
export type EventKey = Pick<OrderEventRow, 'version' | 'event_index'>

/** Returns the key of an event as a text. */
export function eventKeyOf({ version, event_index }: EventKey): string {
  return `${version}/${event_index}`
}

/** Compares events by chain order. */
export function compareEvents(a: EventKey, b: EventKey): number {
  if (a.version !== b.version) return a.version < b.version ? -1 : 1
  return a.event_index - b.event_index
}

/**
 * Folds the events of one order (sorted; at least one, or a known state before them). The result depends on the set of
 * events alone, which keeps the book independent of how batches were cut, repeated or reordered.
 */
export function foldOrder(events: readonly OrderEventRow[], known: FoldedOrder | null = null): FoldedOrder {
  const order = foldSteps(events, known).at(-1)
  if (order === undefined) throw new RangeError('An order has at least one event.')
  return order
}

/**
 * Returns the state of one order after each of its events (sorted).
 * @param known state before the first of them, which then comes first.
 */
export function foldSteps(events: readonly OrderEventRow[], known: FoldedOrder | null = null): readonly FoldedOrder[] {
  const orders: FoldedOrder[] = known === null ? [] : [known]
  for (const event of events) {
    const before = orders.at(-1)
    orders.push(before === undefined ? begin(event) : step(before, event))
  }
  return orders
}

function begin(event: OrderEventRow): FoldedOrder {
  return {
    state: stateAfter(event, remainingAfter(null, event)),
    placed: event,
    last: event,
    seller: event.seller,
    collectionId: event.collection_id,
    priceOctas: event.price_octas,
    expiresAtSeconds: event.expires_at_seconds,
    setRoot: event.set_root,
    placing: event.action === 'placed' ? event : null,
    remaining: remainingAfter(null, event),
  }
}

function step(order: FoldedOrder, event: OrderEventRow): FoldedOrder {
  const remaining = remainingAfter(order, event)
  const isPlacing = event.action === 'placed'
  return {
    state: stateAfter(event, remaining),
    placed: isPlacing && order.state !== 'open' ? event : order.placed,
    last: event,
    seller: event.seller ?? order.seller,
    collectionId: event.collection_id ?? order.collectionId,
    priceOctas: priceAfter(order.priceOctas, event),
    expiresAtSeconds: isPlacing ? event.expires_at_seconds : order.expiresAtSeconds,
    setRoot: event.set_root ?? order.setRoot,
    placing: isPlacing ? event : order.placing,
    remaining,
  }
}

/**
 * Returns the octas of an order after one more event: a cancellation at 0 says nothing about the price, nor does a
 * sale without a seller.
 */
function priceAfter(before: bigint, event: OrderEventRow): bigint {
  const isSilent = (event.action === 'cancelled' && event.price_octas === 0n) || isUnpriced(event)
  return isSilent ? before : event.price_octas
}

/** Returns whether an event sells a listing of unknown seller and price: it ends the listing and counts nowhere. */
export function isUnpriced({ book, action, seller }: OrderEventRow): boolean {
  return book === 'listing' && action === 'filled' && seller === null
}

/** A partly filled collection offer stays open. */
function stateAfter(event: OrderEventRow, remaining: bigint): OrderState {
  const isPartlyFilled = event.book === 'collection-offer' && event.action === 'filled' && remaining > 0n
  return isPartlyFilled ? 'open' : (STATES[event.action] as OrderState)
}

/** Returns the chain's own count where it states one, else one less per fill. */
function remainingAfter(order: FoldedOrder | null, event: OrderEventRow): bigint {
  if (event.book !== 'collection-offer') return event.action === 'placed' ? 1n : 0n
  if (event.amount !== null) return event.amount
  const before = order?.remaining ?? 0n
  if (event.action !== 'filled') return before
  return before > 0n ? before - 1n : 0n
}
