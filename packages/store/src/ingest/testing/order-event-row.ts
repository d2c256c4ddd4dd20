import type { OrderEventRow } from '../../schema/orders.ts'
import { NO_EVENT_TERMS } from '../../testing/no-terms.ts'

type Given = Pick<OrderEventRow, 'version' | 'at_micros'> & Partial<OrderEventRow>

/** Returns an order's event, the placing of a listing for 10 octas unless given otherwise. */
export function orderEventRow(given: Given): OrderEventRow {
  return {
    event_index: 0,
    marketplace: 'opal',
    book: 'listing',
    action: 'placed',
    order_id: '0x1',
    token_data_id: '0xa',
    property_version: 0n,
    token_standard: 'v2',
    collection_id: '0xc',
    seller: '0x5',
    buyer: null,
    price_octas: 10n,
    amount: null,
    expires_at_seconds: null,
    commission_octas: null,
    royalty_octas: null,
    is_pooled: false,
    set_root: null,
    ...NO_EVENT_TERMS,
    ...given,
  }
}
