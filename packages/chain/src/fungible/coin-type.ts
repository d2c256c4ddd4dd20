import { type Address, toAddressOrNull } from '@opal/domain/address'
import { DecodeError } from '@opal/domain/errors'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { namedObjectAddress, userDerivedObjectAddress } from '@opal/domain/tokens/token-id'
import { APT_METADATA, COIN_INFO } from './fungible-types.ts'

/** Longer coin types are left out, as Aptos' own indexer does: anyone can nest type arguments at will. */
const LONGEST = 1000

/**
 * The coin of a resource such as `0x1::coin::CoinStore<T>`.
 * @param base the resource's type without arguments.
 * @returns null for other resources, and for coins whose type is longer than 1,000 characters.
 */
export function coinTypeOf(resourceType: string, base: string): string | null {
  if (!resourceType.startsWith(`${base}<`) || !resourceType.endsWith('>')) return null
  const coinType = resourceType.slice(base.length + 1, -1)
  return coinType.length > LONGEST ? null : coinType
}

/** Account that published a coin's type. @throws DecodeError when the type names none */
export function creatorOfCoin(coinType: string): Address {
  const creator = toAddressOrNull(coinType.split('::', 1)[0] ?? '')
  if (creator === null) throw new DecodeError('chain', COIN_INFO, 'the coin that is its type argument')
  return creator
}

/**
 * The fungible asset that a coin is paired with, whether or not it exists yet.
 * @source 0x1::coin::create_and_return_paired_metadata_if_not_exist
 */
export function pairedMetadata(coinType: string): Address {
  return coinType === APT_COIN_TYPE ? APT_METADATA : namedObjectAddress(APT_METADATA, coinType)
}

/** Where an owner's primary store of a coin's paired asset is: the id under which both balances meet. */
export function coinStorageId(owner: Address, coinType: string): Address {
  return userDerivedObjectAddress(owner, pairedMetadata(coinType))
}
