import type { MarketEvent } from '@opal/domain/market-event'
import type { OfficialCollectionOfferRow } from '../../../tables/official-collection-offers.ts'
import { formatMicros } from '../../../timestamps.ts'
import { collectionOfferExpiry } from './activity-row.ts'
import { isEnding, STANDARD_EVENT_TYPES } from './standard-event-type.ts'
import { amountSaid } from './what-the-event-says.ts'

/** A collection-offer event as the offer's current row; null for other events. Any fill ends the row, whatever remains. */
export function toCollectionOfferRow(event: MarketEvent): OfficialCollectionOfferRow | null {
  if (
    event.kind !== 'collection-offer-placed' &&
    event.kind !== 'collection-offer-cancelled' &&
    event.kind !== 'collection-offer-filled'
  )
    return null
  return {
    collection_offer_id: event.offerId,
    marketplace: event.marketplace,
    collection_id: event.collection.collectionId,
    buyer: event.buyer,
    price: event.priceOctas,
    remaining_token_amount: remaining(event),
    is_deleted: isEnding(event.kind),
    contract_address: event.raw.accountAddress,
    last_transaction_version: event.version,
    last_transaction_timestamp: formatMicros(event.timestampMicros),
    standard_event_type: STANDARD_EVENT_TYPES[event.kind],
    token_data_id: 'token' in event ? event.token.tokenDataId : null,
    expiration_time: collectionOfferExpiry(event),
    bid_key: null,
  }
}

/** Nothing while the offer stands and 0 once it has ended, unless the event itself says how many. */
function remaining(event: MarketEvent): bigint | null {
  return amountSaid(event) ?? (isEnding(event.kind) ? 0n : null)
}
