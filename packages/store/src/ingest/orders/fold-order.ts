import type { OrderEventRow } from '../../schema/orders.ts'

export type OrderState = 'open' | 'filled' | 'cancelled'

/** State of an order, folded from all its events. */
export interface FoldedOrder {
  readonly state: OrderState
  /** When it was last opened; a new price does not move it. The first known event when no opening is known. */
  readonly placed: OrderEventRow
  readonly last: OrderEventRow
  /** The newest event that says the collection, or null. */
  readonly collectionId: string | null
  /** Octas, of the newest event with a price: some marketplaces end an order without naming it. */
  readonly priceOctas: bigint
  /** Unix seconds, from the newest placing. */
  readonly expiresAtSeconds: bigint | null
  /** Items still wanted; 1 for an open order on one token. */
  readonly remaining: bigint
}

const STATES: Readonly<Record<string, OrderState>> = { placed: 'open', cancelled: 'cancelled', filled: 'filled' }

/** Events in the chain's order. */
export function compareEvents(a: OrderEventRow, b: OrderEventRow): number {
  if (a.version !== b.version) return a.version < b.version ? -1 : 1
  return a.event_index - b.event_index
}

/**
 * Folds the events of one order, sorted and at least one. The result depends on the set of events alone, which is what
 * makes the book the same however batches were cut, repeated or reordered.
 */
export function foldOrder(events: readonly OrderEventRow[]): FoldedOrder {
  const [first, ...rest] = events
  if (first === undefined) throw new RangeError('An order has at least one event.')
  return rest.reduce(step, begin(first))
}

function begin(event: OrderEventRow): FoldedOrder {
  return {
    state: stateAfter(event, remainingAfter(null, event)),
    placed: event,
    last: event,
    collectionId: event.collection_id,
    priceOctas: event.price_octas,
    expiresAtSeconds: event.expires_at_seconds,
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
    collectionId: event.collection_id ?? order.collectionId,
    priceOctas: priceAfter(order.priceOctas, event),
    expiresAtSeconds: isPlacing ? event.expires_at_seconds : order.expiresAtSeconds,
    remaining,
  }
}

/** Octas of an order after one more event: a cancelling at 0 says nothing of the price, nor does a sale without a seller. */
export function priceAfter(standing: bigint, event: OrderEventRow): bigint {
  const isSilent = (event.action === 'cancelled' && event.price_octas === 0n) || isUnpriced(event)
  return isSilent ? standing : event.price_octas
}

/** Returns whether an event sells a listing of unknown seller and price: it ends the listing and counts nowhere. */
export function isUnpriced({ book, action, seller }: OrderEventRow): boolean {
  return book === 'listing' && action === 'filled' && seller === null
}

/** A collection offer that is filled in part stays open. */
function stateAfter(event: OrderEventRow, remaining: bigint): OrderState {
  const isPartlyFilled = event.book === 'collection-offer' && event.action === 'filled' && remaining > 0n
  return isPartlyFilled ? 'open' : (STATES[event.action] as OrderState)
}

/** The chain's own figure where it gives one, else one less per fill. */
function remainingAfter(order: FoldedOrder | null, event: OrderEventRow): bigint {
  if (event.book !== 'collection-offer') return event.action === 'placed' ? 1n : 0n
  if (event.amount !== null) return event.amount
  const before = order?.remaining ?? 0n
  if (event.action !== 'filled') return before
  return before > 0n ? before - 1n : 0n
}
