import type { Address } from '@opal/domain/address'
import { cached } from '../cached.ts'
import { bytes32, sha3 } from '../crypto/sha3.ts'
import { APT_METADATA } from './apt-state.ts'

const DERIVED_OBJECT = Uint8Array.of(0xfc)
const NAMED_OBJECT = Uint8Array.of(0xfe)
const RESOURCE_ACCOUNT = Uint8Array.of(0xff)
const UNIQUE_OBJECT = Uint8Array.of(0xfb)
const MAX_CACHED_STORES = 50_000

/**
 * Returns the address of an account's primary store for APT.
 * @source 0x1::primary_fungible_store::primary_store_address
 */
export const aptStoreAddress = cached(
  (owner: Address): Address => primaryStoreAddress(owner, APT_METADATA),
  MAX_CACHED_STORES,
)

/** Returns the address of an account's primary store for an asset. @source 0x1::object::create_user_derived_object_address */
export function primaryStoreAddress(owner: Address, metadata: Address): Address {
  return hashed(bytes32(owner), bytes32(metadata), DERIVED_OBJECT)
}

/** Returns the address of a named object. @source 0x1::object::create_object_address */
export function namedObject(creator: Address, seed: string): Address {
  return hashed(bytes32(creator), seed, NAMED_OBJECT)
}

/** Returns the address of a resource account. @source 0x1::account::create_resource_address */
export function resourceAccount(source: Address, seed: string): Address {
  return hashed(bytes32(source), seed, RESOURCE_ACCOUNT)
}

/**
 * Returns the n-th fresh address of a transaction.
 * @source 0x1::transaction_context::generate_auid_address
 */
export function uniqueAddress(transactionHash: Uint8Array, counter: number): Address {
  const count = Buffer.alloc(8)
  count.writeBigUInt64LE(BigInt(counter))
  return hashed(transactionHash, count, UNIQUE_OBJECT)
}

function hashed(...parts: readonly (Uint8Array | string)[]): Address {
  return `0x${sha3(...parts).toString('hex')}` as Address
}
