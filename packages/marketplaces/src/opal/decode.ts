import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import type { MarketEvent } from '@opal/domain/market-event'
import type { ListingTerms, PriceFall } from '@opal/domain/prices/listing-terms'
import type { MarketplaceContracts } from '../adapter.ts'
import { decodeFamilyEvent } from '../aptos-example/decode.ts'
import { EventReader } from '../decode/event-reader.ts'
import { ANY_BUYER, OPAL_ID } from './contracts.ts'
import { decodePoolOffer } from './decode-pools.ts'

/** Decodes one event of the native marketplace. @throws DecodeError */
export function decodeOpalEvent(
  contracts: MarketplaceContracts,
  event: ChainEvent,
  transaction: ChainTransaction,
): MarketEvent | null {
  const decoded = decodeFamilyEvent(OPAL_ID, contracts, event, transaction)
  if (decoded === null) return decodePoolOffer(contracts, event, transaction)
  if (decoded.kind !== 'listing-placed' || contracts.hasGuardedCalls !== true) return decoded
  return new EventReader(OPAL_ID, event).optionalText('reserved_for') === null
    ? decoded
    : { ...decoded, terms: decodeTerms(event, decoded.priceOctas) }
}

/**
 * Reads the terms of a listing of our own package, all of which its event names: zeros for none.
 * @throws DecodeError
 * @source contracts/marketplace events::ListingPlaced
 */
function decodeTerms(event: ChainEvent, priceOctas: bigint): ListingTerms {
  const reader = new EventReader(OPAL_ID, event)
  const expiresAt = reader.u64('expiration_time')
  const reservedFor = reader.address('reserved_for')
  return {
    fall: decodeFall(reader, event, priceOctas),
    expiresAtSeconds: expiresAt === 0n ? null : expiresAt,
    reservedFor: reservedFor === ANY_BUYER ? null : reservedFor,
    leastOctas: reader.u64('least_proceeds'),
  }
}

/** @throws DecodeError for a fall that the contract does not place: to a price that is no lower, or in no time. */
function decodeFall(reader: EventReader, { type }: ChainEvent, priceOctas: bigint): PriceFall | null {
  const untilSeconds = reader.u64('falls_until')
  if (untilSeconds === 0n) return null
  const fall = { endOctas: reader.u64('end_price'), fromSeconds: reader.u64('falls_from'), untilSeconds }
  if (fall.endOctas >= priceOctas) throw new DecodeError(OPAL_ID, type, 'end_price')
  if (fall.fromSeconds >= untilSeconds) throw new DecodeError(OPAL_ID, type, 'falls_from')
  return fall
}
