import type { OrderEventRow } from '../../tables/order-events.ts'
import { compareEvents } from '../orders/fold-order.ts'

/**
 * Returns the fills among the events, one for each sale: several events of a transaction in which the same token passes between
 * the same two wallets are one sale, and the first of them counts. v1 editions of one token may be
 * sold several times between two wallets, so there the order must be the same as well; an offer for a collection buys
 * one edition with each of its fills.
 */
export function firstOfEachSale(events: readonly OrderEventRow[]): readonly OrderEventRow[] {
  const first = new Map<string, OrderEventRow>()
  for (const event of events.filter((candidate) => candidate.action === 'filled').sort(compareEvents)) {
    const key = saleKey(event)
    if (!first.has(key)) first.set(key, event)
  }
  return [...first.values()]
}

function saleKey(event: OrderEventRow): string {
  const edition = event.token_standard === 'v1' ? editionKey(event) : []
  return [event.version, event.token_data_id, event.seller, event.buyer, ...edition].join('\u0000')
}

function editionKey(event: OrderEventRow): readonly unknown[] {
  const order = [event.property_version, event.marketplace, event.book, event.order_id]
  return event.book === 'collection-offer' ? [...order, event.event_index] : order
}
