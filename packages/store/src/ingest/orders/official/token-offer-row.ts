import type { MarketEvent } from '@opal/domain/market-event'
import type { OfficialTokenOfferRow } from '../../../tables/official-token-offers.ts'
import { formatMicros } from '../../../timestamps.ts'
import { isEnding, STANDARD_EVENT_TYPES } from './standard-event-type.ts'
import { textOrNull } from './text-or-null.ts'

/** A token-offer event as the buyer's current offer row; null for other events. */
export function toTokenOfferRow(event: MarketEvent): OfficialTokenOfferRow | null {
  if (
    event.kind !== 'token-offer-placed' &&
    event.kind !== 'token-offer-cancelled' &&
    event.kind !== 'token-offer-filled'
  )
    return null
  return {
    token_data_id: event.token.tokenDataId,
    buyer: event.buyer,
    marketplace: event.marketplace,
    offer_id: event.offerId,
    collection_id: event.collection.collectionId,
    price: event.priceOctas,
    token_amount: null,
    token_name: textOrNull(event.token.tokenName),
    is_deleted: isEnding(event.kind),
    contract_address: event.raw.accountAddress,
    last_transaction_version: event.version,
    last_transaction_timestamp: formatMicros(event.timestampMicros),
    standard_event_type: STANDARD_EVENT_TYPES[event.kind],
    expiration_time: null,
    bid_key: null,
  }
}
