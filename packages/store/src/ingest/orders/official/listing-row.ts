import type { MarketEvent } from '@opal/domain/market-event'
import type { OfficialListingRow } from '../../../tables/official-listings.ts'
import { formatMicros } from '../../../timestamps.ts'
import { isEnding, STANDARD_EVENT_TYPES } from './standard-event-type.ts'
import { textOrNull } from './text-or-null.ts'
import { priceSaid } from './what-the-event-says.ts'

/** A listing event as the token's current listing row; null for other events. */
export function toListingRow(event: MarketEvent): OfficialListingRow | null {
  if (!('listingId' in event)) return null
  return {
    token_data_id: event.token.tokenDataId,
    marketplace: event.marketplace,
    listing_id: event.listingId,
    collection_id: event.collection.collectionId,
    seller: event.seller,
    price: priceSaid(event),
    token_amount: null,
    token_name: textOrNull(event.token.tokenName),
    standard_event_type: STANDARD_EVENT_TYPES[event.kind],
    is_deleted: isEnding(event.kind),
    contract_address: event.raw.accountAddress,
    last_transaction_version: event.version,
    last_transaction_timestamp: formatMicros(event.timestampMicros),
  }
}
