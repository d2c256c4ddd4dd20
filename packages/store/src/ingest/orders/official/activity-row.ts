import type { Json } from '@opal/domain/json'
import { formatMicros, formatSecondsOrLast } from '@opal/domain/time'
import type { OfficialActivityRow } from '../../../schema/official.ts'
import {
  amountOfEvent,
  eventContains,
  type OfficialEvent,
  priceOfEvent,
  STANDARD_EVENT_TYPES,
  splitEventType,
  textOrNull,
} from './event-fields.ts'

/**
 * Returns an event as a row of the official activities table.
 * @param completed whether the row may hold what only the transaction's resources state, see {@link
 * completedActivities}.
 */
export function toActivityRow(event: OfficialEvent, blockHeight: bigint, completed: boolean): OfficialActivityRow {
  const { address, module, struct } = splitEventType(event.raw.type)
  const known = (value: string | null) => (value === null || completed || eventContains(event, value) ? value : null)
  return {
    txn_version: event.version,
    index: BigInt(event.raw.index),
    marketplace: event.marketplace,
    raw_event_type: `${address}::${module}::${struct}`,
    standard_event_type: STANDARD_EVENT_TYPES[event.kind],
    creator_address: event.collection.creatorAddress,
    collection_id: known(event.collection.collectionId),
    collection_name: textOrNull(event.collection.collectionName),
    token_data_id: 'token' in event ? event.token.tokenDataId : null,
    token_name: 'token' in event ? known(textOrNull(event.token.tokenName)) : null,
    price: priceOfEvent(event),
    token_amount: amountOfEvent(event),
    buyer: 'buyer' in event ? event.buyer : null,
    seller: 'seller' in event ? event.seller : null,
    listing_id: 'listingId' in event ? event.listingId : null,
    offer_id: 'offerId' in event ? event.offerId : null,
    json_data: eventRecord(event, blockHeight),
    contract_address: event.raw.accountAddress,
    block_timestamp: formatMicros(event.timestampMicros),
    expiration_time: collectionOfferExpiry(event),
    bid_key: null,
  }
}

/** Returns the expiry of a collection offer. A token offer's is stored where the official lookup does not find it. */
export function collectionOfferExpiry(event: OfficialEvent): string | null {
  if (event.kind !== 'collection-offer-placed' || event.expiresAtSeconds === null) return null
  return formatSecondsOrLast(event.expiresAtSeconds)
}

/** Returns the whole event, normalised. */
function eventRecord(event: OfficialEvent, blockHeight: bigint): Json {
  return {
    data: event.raw.data,
    event_type: splitEventType(event.raw.type),
    event_index: event.raw.index,
    account_address: event.raw.accountAddress,
    block_timestamp: formatMicros(event.timestampMicros),
    creation_number: exactNumber(event.raw.creationNumber),
    sequence_number: exactNumber(event.raw.sequenceNumber),
    transaction_version: exactNumber(event.version),
    transaction_block_height: exactNumber(blockHeight),
  }
}

/** Event numbers fit a JSON number on every known chain; one that would lose digits is stored as text. */
function exactNumber(value: bigint): Json {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString()
}

/**
 * Returns the activities of one transaction and marketplace that carry what only the transaction's resources state
 * (collection, token name). The official rule: a current row is completed from its token's resources, and with it
 * the transaction's first activity that names the same token, or the same offer when the row is a collection
 * offer. Later activities about that token stay as their events wrote them.
 * @source aptos-labs/aptos-nft-aggregator, reduction step
 */
export function completedActivities(events: readonly OfficialEvent[]): ReadonlySet<OfficialEvent> {
  const firstOfOffer = new Map<string, OfficialEvent>()
  const firstOfToken = new Map<string, OfficialEvent>()
  for (const event of events.toSorted((a, b) => b.raw.index - a.raw.index)) {
    if ('offerId' in event) firstOfOffer.set(event.offerId, event)
    if ('token' in event) firstOfToken.set(event.token.tokenDataId, event)
  }
  const firstOf = (event: OfficialEvent) =>
    isCollectionOffer(event) ? firstOfOffer.get(event.offerId) : firstOfToken.get(event.token.tokenDataId)
  return new Set(events.flatMap((event) => firstOf(event) ?? []))
}

type CollectionOffer = Extract<OfficialEvent, { readonly kind: `collection-offer-${string}` }>

function isCollectionOffer(event: OfficialEvent): event is CollectionOffer {
  return event.kind.startsWith('collection-offer-')
}
