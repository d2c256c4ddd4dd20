import { isListOf, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.radar.dismissed'
/** As many orders as one answer holds, for a few wallets. */
const MOST_KEPT = 1000
const isKept = isListOf(isText(/^.{1,300}$/), MOST_KEPT)

/** Names an order among all of a wallet's. */
export interface NamedOrder {
  readonly kind: string
  readonly marketplace: string
  readonly orderId: string
}

/** Returns the orders that were not dismissed in this browser. */
export function undismissed<Order extends NamedOrder>(orders: readonly Order[]): readonly Order[] {
  const kept = new Set(readStored(KEY, isKept) ?? [])
  return orders.filter((order) => !kept.has(nameOf(order)))
}

/** Dismisses orders: the banner does not show them again; the dialog still does. */
export function dismissOrders(orders: readonly NamedOrder[]): void {
  const kept = readStored(KEY, isKept) ?? []
  writeStored(KEY, [...new Set([...kept, ...orders.map(nameOf)])].slice(-MOST_KEPT))
}

function nameOf({ kind, marketplace, orderId }: NamedOrder): string {
  return `${marketplace} ${kind} ${orderId}`
}
