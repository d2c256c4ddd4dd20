import { type Address, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import { type Json, jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { CoinPair } from '@opal/domain/state-changes'
import { namedObjectAddress, userDerivedObjectAddress } from '@opal/domain/tokens/token-id'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { APT_METADATA, COIN_INFO, PAIRED_COIN_TYPE } from './fungible-types.ts'
import type { WrittenCoins } from './written-coins.ts'

/** Longer coin types are left out, as Aptos' own indexer does: anyone can nest type arguments at will. */
const LONGEST = 1000

/**
 * Returns the coin of a resource such as `0x1::coin::CoinStore<T>`.
 * @param base the resource's type without arguments.
 * @returns null for other resources, and for coins whose type is longer than 1,000 characters.
 */
export function coinTypeOf(resourceType: string, base: string): string | null {
  if (!resourceType.startsWith(`${base}<`) || !resourceType.endsWith('>')) return null
  const coinType = resourceType.slice(base.length + 1, -1)
  return coinType.length > LONGEST ? null : coinType
}

/** Returns the account that published a coin's type. @throws DecodeError when the type names none */
export function creatorOfCoin(coinType: string): Address {
  const creator = toAddressOrNull(coinType.split('::', 1)[0] ?? '')
  if (creator === null) throw new DecodeError('chain', COIN_INFO, 'the coin that is its type argument')
  return creator
}

/**
 * Returns the fungible asset that a coin is paired with, whether or not it exists yet.
 * @source 0x1::coin::create_and_return_paired_metadata_if_not_exist
 */
export function pairedMetadata(coinType: string): Address {
  return coinType === APT_COIN_TYPE ? APT_METADATA : namedObjectAddress(APT_METADATA, coinType)
}

/** Returns the address of an owner's primary store of a coin's paired asset: the id that both balances share. */
export function coinStorageId(owner: Address, coinType: string): Address {
  return userDerivedObjectAddress(owner, pairedMetadata(coinType))
}

/**
 * Returns coins and the assets they are paired with: for every coin that the transaction names, since the asset's
 * address is made of the coin's type. An asset that names its coin itself is believed when the two fit.
 */
export function coinPairs(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  coins: WrittenCoins,
): readonly CoinPair[] {
  const named = new Set([...coins.written, ...coins.deleted].map(({ coinType }) => coinType))
  for (const change of transaction.changes) {
    const coinType = change.kind === 'write-resource' ? coinTypeOf(change.type, COIN_INFO) : null
    if (coinType !== null) named.add(coinType)
  }
  const pairs = new Map([...named].map((coinType) => [pairedMetadata(coinType), coinType]))
  for (const [metadata, resource] of objects.all(PAIRED_COIN_TYPE)) {
    const coinType = coinTypeOfInfo(jsonAt(resource, 'type'))
    if (coinType !== null && pairedMetadata(coinType) === metadata) pairs.set(metadata, coinType)
  }
  return [...pairs].map(([metadataAddress, coinType]) => ({ metadataAddress, coinType }))
}

/** A `TypeInfo` writes the names of module and struct as bytes; the struct's with its arguments. @source 0x1::type_info */
function coinTypeOfInfo(info: Json | undefined): string | null {
  const account = jsonAt(info, 'account_address')
  const address = typeof account === 'string' ? toAddressOrNull(account) : null
  const module = textOfHex(jsonAt(info, 'module_name'))
  const struct = textOfHex(jsonAt(info, 'struct_name'))
  return address === null || module === null || struct === null
    ? null
    : `${toShortAddress(address)}::${module}::${struct}`
}

function textOfHex(value: Json | undefined): string | null {
  if (typeof value !== 'string') return null
  const digits = value.replace(/^0x/, '').match(/[0-9a-f]{2}/gi) ?? []
  return new TextDecoder().decode(Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16)))
}
