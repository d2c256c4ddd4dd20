import { createStore, type Store } from '../../shared/hooks/store.ts'

/** Orders of the connected wallet that need attention. */
export interface OrdersNotice {
  readonly count: number
  /** How many of them could cost it money. */
  readonly dangerous: number
}

/**
 * The orders that the banner names, or would name where a docked bar has its place: the header's account button says them, too. Null
 * without any, and once they were reviewed or dismissed.
 */
export const ordersNotice: Store<OrdersNotice | null> = createStore<OrdersNotice | null>(null)

/** Says how many orders need attention: the banner and the account menu have the same words. */
export function noticeLabel({ count }: Pick<OrdersNotice, 'count'>): string {
  return count === 1 ? '1 order needs attention' : `${count} orders need attention`
}

/** Id of the room in the status bar where the banner is in wide windows. */
export const ORDERS_ROOM_ID = 'orders-notice'
