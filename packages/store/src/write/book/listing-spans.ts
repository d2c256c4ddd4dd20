import type { ListingSpanRow } from '../../tables/listing-spans.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'

/**
 * The intervals in which a listing stood at a price, from its sorted events. Each placing begins one (a new price ends the
 * one before), each ending ends it. Intervals without length are left out, and so are listings of unknown collection.
 */
export function toListingSpans(events: readonly OrderEventRow[]): readonly ListingSpanRow[] {
  return events.flatMap((event, index) => {
    if (event.action !== 'placed' || event.collection_id === null) return []
    const next = events[index + 1]
    if (next?.at_micros === event.at_micros) return []
    return [
      {
        marketplace: event.marketplace,
        listing_id: event.order_id,
        from_micros: event.at_micros,
        to_micros: next?.at_micros ?? null,
        collection_id: event.collection_id,
        price_octas: event.price_octas,
      },
    ]
  })
}
