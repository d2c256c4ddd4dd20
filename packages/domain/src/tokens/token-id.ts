import { sha256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Address, parseAddress } from '../address.ts'

/** Names one token on chain, with what payloads need. */
export type TokenRef = TokenRefV1 | TokenRefV2

export interface TokenRefV1 {
  readonly standard: 'v1'
  readonly tokenDataId: Address
  readonly creatorAddress: Address
  readonly collectionName: string
  readonly tokenName: string
  readonly propertyVersion: bigint
}

export interface TokenRefV2 {
  readonly standard: 'v2'
  /** Address of the token object. */
  readonly tokenDataId: Address
}

/** Names one collection on chain. */
export type CollectionRef =
  | {
      readonly standard: 'v1'
      readonly collectionId: Address
      readonly creatorAddress: Address
      readonly collectionName: string
    }
  | { readonly standard: 'v2'; readonly collectionId: Address }

/** Token standard: `v1` is `0x3::token`, `v2` is `0x4::token` (objects). */
export type TokenStandard = 'v1' | 'v2'

/**
 * Returns the id of a v1 token: SHA-256 (not SHA3) of `creator::collection::name`.
 * @source recomputed from mainnet 2382313982
 */
export function tokenDataIdV1(creator: Address, collection: string, name: string): Address {
  return hashText(`${creator}::${collection}::${name}`)
}

/**
 * Returns the id of a v1 collection: SHA-256 of `creator::collection`.
 * @source recomputed from mainnet 2382313982
 */
export function collectionIdV1(creator: Address, collection: string): Address {
  return hashText(`${creator}::${collection}`)
}

function hashText(text: string): Address {
  return parseAddress(bytesToHex(sha256(utf8ToBytes(text))))
}

/**
 * Returns the address of a named object, such as a v2 collection, whose seed is its name: SHA3-256 of creator, seed and the byte 0xFE.
 * @source 0x1::object::create_object_address, mainnet 2382373209
 */
export function namedObjectAddress(creator: Address, seed: string): Address {
  return hashObject(creator, utf8ToBytes(seed), 0xfe)
}

/**
 * Returns the address of an object that its owner derives from another, such as a primary store.
 * @source 0x1::object::create_user_derived_object_address
 */
export function userDerivedObjectAddress(owner: Address, derivedFrom: Address): Address {
  return hashObject(owner, hexToBytes(derivedFrom.slice(2)), 0xfc)
}

function hashObject(owner: Address, seed: Uint8Array, scheme: number): Address {
  const preimage = concatBytes(hexToBytes(owner.slice(2)), seed, Uint8Array.of(scheme))
  return parseAddress(bytesToHex(sha3_256(preimage)))
}
