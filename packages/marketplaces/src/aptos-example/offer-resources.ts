import { type Address, toShortAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { isJsonObject, type Json } from '@opal/domain/json'
import { writtenResource } from '../decode/event-reader.ts'
import { aptOrderTypes, salesOf } from './foreign-orders.ts'

/** Returns the type of the resource that holds a token offer's expiry. @source mainnet 2382313982 */
export function tokenOfferType(packageAddress: Address): string {
  return `${toShortAddress(packageAddress)}::token_offer::TokenOffer`
}

/** Returns the type of the resource that holds a collection offer's expiry and what is left of it. @source mainnet 2382373209 */
export function collectionOfferType(packageAddress: Address): string {
  return `${toShortAddress(packageAddress)}::collection_offer::CollectionOffer`
}

/**
 * Returns when an offer expires, in Unix seconds, from the offer's resource in the write set: no event states it.
 * @returns null when the transaction did not write the offer, e.g. because it was filled immediately.
 */
export function offerExpiry(transaction: ChainTransaction, offer: Address, resourceType: string): bigint | null {
  return u64At(writtenResource(transaction, offer, resourceType), 'expiration_time')
}

/**
 * Returns items an offer still wants after this fill. The write set knows the end of the transaction, so fills of
 * the same offer that follow within it are added back.
 * @returns null when the write set does not touch the offer.
 */
export function remainingAfterFill(
  transaction: ChainTransaction,
  fill: ChainEvent,
  offer: Address,
  packageAddress: Address,
): bigint | null {
  const atEnd = remainingAtEnd(transaction, offer, collectionOfferType(packageAddress))
  if (atEnd === null) return null
  const fills = salesOf(packageAddress, transaction, 'collection-offer-filled', offer)
  const later = fills.filter(({ index, type }) => index > fill.index && type === fill.type)
  return atEnd + BigInt(later.length)
}

function remainingAtEnd(transaction: ChainTransaction, offer: Address, resourceType: string): bigint | null {
  const remaining = u64At(writtenResource(transaction, offer, resourceType), 'remaining')
  if (remaining !== null) return remaining
  const deleted = transaction.changes.some((change) => change.kind === 'delete-resource' && change.address === offer)
  return deleted ? 0n : null
}

function u64At(data: Json | undefined, field: string): bigint | null {
  const value = isJsonObject(data) ? data[field] : undefined
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : null
}

/**
 * Returns resources of a package that decoding its events needs: until when offers are open, what is left, and in
 * which coin.
 */
export function familyResourceTypes(packageAddress: Address): readonly string[] {
  return [tokenOfferType(packageAddress), collectionOfferType(packageAddress), ...aptOrderTypes(packageAddress)]
}
