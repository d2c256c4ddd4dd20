import { parseAddress, toAddressOrNull } from '@opal/domain/address'
import { isJsonObject, type Json, jsonAt } from '@opal/domain/json'
import type { CommonEventKind, MarketEvent } from '@opal/domain/market-event'

/** Returns a Move event type with its package address at full length, as the official rows write it. */
export function splitEventType(type: string): {
  readonly address: string
  readonly module: string
  readonly struct: string
} {
  const [address = '', module = '', ...rest] = type.split('::')
  return { address: parseAddress(address), module, struct: rest.join('::') }
}

/** An event that the official aggregator knows: it has no offers that a pool pays. */
export type OfficialEvent = Extract<MarketEvent, { readonly kind: CommonEventKind }>

/** Returns whether the official aggregator knows an event. */
export function isOfficial(event: MarketEvent): event is OfficialEvent {
  return !event.kind.startsWith('pool-offer-')
}

/** Our kinds of events under the official aggregator's names. @source aptos-nft-aggregator, standard event types */
export const STANDARD_EVENT_TYPES: Readonly<Record<OfficialEvent['kind'], string>> = {
  'listing-placed': 'place_listing',
  'listing-cancelled': 'cancel_listing',
  'listing-filled': 'fill_listing',
  'token-offer-placed': 'place_token_offer',
  'token-offer-cancelled': 'cancel_token_offer',
  'token-offer-filled': 'fill_token_offer',
  'collection-offer-placed': 'place_collection_offer',
  'collection-offer-cancelled': 'cancel_collection_offer',
  'collection-offer-filled': 'fill_collection_offer',
}

/** Returns whether an event ends its order: cancelled and filled orders are deleted rows. */
export function isEnding(kind: CommonEventKind): boolean {
  return !kind.endsWith('-placed')
}

/** Reads a text; null for an empty one, which counts as absent in official rows. @source aptos-labs/aptos-nft-aggregator, reading of event fields */
export function textOrNull(text: string | null): string | null {
  return text === '' ? null : text
}

/** Returns whether the event itself holds this text or address, rather than the transaction's resources. */
export function eventContains(event: MarketEvent, value: string): boolean {
  // Ids of v1 tokens and collections are made of the names that the event gives.
  if ('token' in event && event.token.standard === 'v1') return true
  return holds(event.raw.data, value, toAddressOrNull(value))
}

function holds(data: Json, value: string, address: string | null): boolean {
  if (typeof data === 'string') return data === value || (address !== null && toAddressOrNull(data) === address)
  if (Array.isArray(data)) return data.some((each) => holds(each, value, address))
  return isJsonObject(data) && Object.values(data).some((each) => holds(each, value, address))
}

/**
 * Returns how many tokens the event itself asks for. Marketplaces whose offers are for one token each state none,
 * and have none in the official rows.
 */
export function amountOfEvent(event: MarketEvent): bigint | null {
  if (event.kind === 'collection-offer-placed') return optionalWhole(jsonAt(event.raw.data, 'token_amount'))
  if (event.kind === 'collection-offer-cancelled')
    return optionalWhole(jsonAt(event.raw.data, 'remaining_token_amount'))
  return null
}

/** Returns octas that the event itself says; 0 of a sale whose event names neither seller nor price. */
export function priceOfEvent(event: MarketEvent): bigint {
  return event.kind === 'listing-filled' && event.seller === null ? 0n : event.priceOctas
}

/**
 * Returns a whole number as Move writes it, text or number; null for anything else, and for more than a u64 has
 * digits.
 */
function optionalWhole(value: Json | undefined): bigint | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : null
}
