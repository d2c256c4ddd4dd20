import type { OfferSpanRow } from '../../tables/offer-spans.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import { foldOrder } from '../orders/fold-order.ts'

/** Expiries beyond this are for ever: the year 2255. */
const LATEST_SECONDS = 9_000_000_000n

/**
 * The intervals in which a collection offer stood at a price for so many items, from its sorted events: until the next
 * event or its expiry. Intervals without length are left out, and so are offers of unknown collection.
 */
export function toOfferSpans(events: readonly OrderEventRow[]): readonly OfferSpanRow[] {
  return events.flatMap((event, index) => {
    const { state, placed, collectionId, remaining, priceOctas, expiresAtSeconds } = foldOrder(
      events.slice(0, index + 1),
    )
    if (state !== 'open' || remaining === 0n || collectionId === null || event.buyer === null) return []
    const to_micros = earlier(events[index + 1]?.at_micros ?? null, microsOf(expiresAtSeconds))
    if (to_micros !== null && to_micros <= event.at_micros) return []
    return [
      {
        marketplace: event.marketplace,
        offer_id: event.order_id,
        from_micros: event.at_micros,
        placed_version: placed.version,
        to_micros,
        collection_id: collectionId,
        buyer: event.buyer,
        price_octas: priceOctas,
        remaining_amount: remaining,
      },
    ]
  })
}

function microsOf(seconds: bigint | null): bigint | null {
  return seconds === null || seconds > LATEST_SECONDS ? null : seconds * 1_000_000n
}

function earlier(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
