import { earlierOf, MICROS_PER_SECOND } from '@opal/domain/time'
import type { OfferSpanRow } from '../../schema/history.ts'
import type { FoldedOrder } from '../orders/fold-order.ts'

/** Expiries beyond this count as never: the year 2255. */
const LATEST_SECONDS = 9_000_000_000n

/**
 * Computes the intervals in which a collection offer was open at a price for a number of items, from its states after
 * its events: until the next event or its expiry. Skips intervals without length, and offers of unknown collection.
 * @param refusedMicros moment from which its bidder does not take what is sent; what they say later does not bring it back.
 */
export function toOfferSpans(states: readonly FoldedOrder[], refusedMicros: bigint | null): readonly OfferSpanRow[] {
  return states.flatMap((order, index) => {
    const { state, placed, last: event, collectionId, remaining, priceOctas, expiresAtSeconds } = order
    if (state !== 'open' || remaining === 0n || collectionId === null || event.buyer === null) return []
    const ends = earlierOf(states[index + 1]?.last.at_micros ?? null, microsOf(expiresAtSeconds))
    const to_micros = earlierOf(ends, refusedMicros)
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
  return seconds === null || seconds > LATEST_SECONDS ? null : seconds * MICROS_PER_SECOND
}
