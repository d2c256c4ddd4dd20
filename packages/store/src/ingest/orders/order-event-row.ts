import type { MarketEvent } from '@opal/domain/market-event'
import { toStorableText } from '../../rows/storable.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'

export type Book = 'listing' | 'token-offer' | 'collection-offer'
export type Action = 'placed' | 'cancelled' | 'filled'

/** A market event as a row of the log that the order book is folded from. */
export function toOrderEventRow(event: MarketEvent): OrderEventRow {
  const [book, action] = splitKind(event)
  return {
    version: event.version,
    event_index: event.raw.index,
    marketplace: event.marketplace,
    book,
    action,
    order_id: toStorableText('listingId' in event ? event.listingId : event.offerId),
    token_data_id: 'token' in event ? event.token.tokenDataId : null,
    property_version: 'token' in event ? (event.token.propertyVersion ?? 0n) : 0n,
    token_standard: 'token' in event ? event.token.standard : null,
    collection_id: event.collection.collectionId,
    seller: 'seller' in event ? event.seller : null,
    buyer: 'buyer' in event ? event.buyer : null,
    price_octas: event.priceOctas,
    amount: amountOf(event),
    expires_at_seconds: 'expiresAtSeconds' in event ? event.expiresAtSeconds : null,
    commission_octas: 'commissionOctas' in event ? event.commissionOctas : null,
    royalty_octas: 'royaltyOctas' in event ? event.royaltyOctas : null,
    at_micros: event.timestampMicros,
  }
}

/** `token-offer-placed` is the action `placed` in the book `token-offer`. */
function splitKind(event: MarketEvent): [Book, Action] {
  const cut = event.kind.lastIndexOf('-')
  return [event.kind.slice(0, cut) as Book, event.kind.slice(cut + 1) as Action]
}

function amountOf(event: MarketEvent): bigint | null {
  if (event.kind === 'collection-offer-placed') return event.tokenAmount
  return 'remainingAmount' in event ? event.remainingAmount : null
}
