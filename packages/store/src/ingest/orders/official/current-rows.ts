import { formatMicros } from '@opal/domain/time'
import type { OfficialCollectionOfferRow, OfficialListingRow, OfficialTokenOfferRow } from '../../../schema/official.ts'
import { collectionOfferExpiry } from './activity-row.ts'
import {
  amountOfEvent,
  isEnding,
  type OfficialEvent,
  priceOfEvent,
  STANDARD_EVENT_TYPES,
  textOrNull,
} from './event-fields.ts'

/** Returns a listing event as the token's current listing row; null for other events. */
export function toListingRow(event: OfficialEvent): OfficialListingRow | null {
  if (!('listingId' in event)) return null
  return {
    token_data_id: event.token.tokenDataId,
    marketplace: event.marketplace,
    listing_id: event.listingId,
    collection_id: event.collection.collectionId,
    seller: event.seller,
    price: priceOfEvent(event),
    token_amount: null,
    token_name: textOrNull(event.token.tokenName),
    standard_event_type: STANDARD_EVENT_TYPES[event.kind],
    is_deleted: isEnding(event.kind),
    contract_address: event.raw.accountAddress,
    last_transaction_version: event.version,
    last_transaction_timestamp: formatMicros(event.timestampMicros),
  }
}

/** Returns a token-offer event as the buyer's current offer row; null for other events. */
export function toTokenOfferRow(event: OfficialEvent): OfficialTokenOfferRow | null {
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

/**
 * Returns a collection-offer event as the offer's current row; null for other events. Any fill ends the row,
 * whatever remains.
 */
export function toCollectionOfferRow(event: OfficialEvent): OfficialCollectionOfferRow | null {
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

/** Returns nothing while the offer is open and 0 once it has ended, unless the event says how many. */
function remaining(event: OfficialEvent): bigint | null {
  return amountOfEvent(event) ?? (isEnding(event.kind) ? 0n : null)
}
