import { toAddressOrNull } from '@opal/domain/address'
import { isJsonObject, type Json, jsonAt } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import { optionalWhole } from './optional-whole.ts'

/** Does the event hold this text or address somewhere itself, or was it found in the transaction's resources? */
export function eventSays(event: MarketEvent, value: string): boolean {
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
 * How many tokens the event itself says are wanted. Venues whose offers are for one token each say nothing, and have
 * nothing in the official rows.
 */
export function amountSaid(event: MarketEvent): bigint | null {
  if (event.kind === 'collection-offer-placed') return optionalWhole(jsonAt(event.raw.data, 'token_amount'))
  if (event.kind === 'collection-offer-cancelled')
    return optionalWhole(jsonAt(event.raw.data, 'remaining_token_amount'))
  return null
}

/** Octas that the event itself says; 0 of a sale whose event names neither seller nor price. */
export function priceSaid(event: MarketEvent): bigint {
  return event.kind === 'listing-filled' && event.seller === null ? 0n : event.priceOctas
}
