import type { ActivityRow } from '../../tables/activities.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import { isUnpriced, priceAfter } from '../orders/fold-order.ts'
import { firstOfEachSale } from './first-of-each-sale.ts'

/** An activity before its transaction's hash is looked up. */
export type ActivityDraft = Omit<ActivityRow, 'transaction_hash'>

const KINDS: Readonly<Record<string, string>> = {
  'listing placed': 'list',
  'listing cancelled': 'delist',
  'listing filled': 'sale',
  'token-offer placed': 'token-bid',
  'token-offer cancelled': 'cancel-token-bid',
  'token-offer filled': 'accept-token-bid',
  'collection-offer placed': 'collection-bid',
  'collection-offer cancelled': 'cancel-collection-bid',
  'collection-offer filled': 'accept-collection-bid',
}

/**
 * Returns the activities of whole orders (events sorted): placing an order that is open already is a new price, and a sale with
 * several events is one activity.
 */
export function toOrderActivities(events: readonly OrderEventRow[]): readonly ActivityDraft[] {
  const sales = new Set(firstOfEachSale(events))
  const prices = new Map<string, bigint>()
  const rows: ActivityDraft[] = []
  for (const event of events) {
    const order = `${event.marketplace}\u0000${event.book}\u0000${event.order_id}`
    const isReprice = event.book === 'listing' && event.action === 'placed' && prices.has(order)
    const price = priceAfter(prices.get(order) ?? 0n, event)
    if (event.action === 'placed') prices.set(order, price)
    else if (!isPartFill(event)) prices.delete(order)
    if (event.action !== 'filled' || sales.has(event)) rows.push(toRow(event, price, isReprice))
  }
  return rows
}

/** A collection offer may stand on after a fill. */
function isPartFill(event: OrderEventRow): boolean {
  return event.book === 'collection-offer' && event.action === 'filled'
}

function toRow(event: OrderEventRow, priceOctas: bigint, isReprice: boolean): ActivityDraft {
  const isFill = event.action === 'filled'
  return {
    version: event.version,
    event_index: event.event_index,
    kind: isReprice ? 'reprice' : (KINDS[`${event.book} ${event.action}`] as string),
    marketplace: event.marketplace,
    collection_id: event.collection_id,
    token_data_id: event.token_data_id,
    from_address: isFill || event.book === 'listing' ? event.seller : event.buyer,
    to_address: isFill ? event.buyer : null,
    price_octas: isUnpriced(event) ? null : priceOctas,
    amount: event.book === 'collection-offer' && !isFill ? event.amount : null,
    order_id: event.order_id,
    at_micros: event.at_micros,
  }
}
