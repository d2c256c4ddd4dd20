import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { hexOf } from '../../ledger/encoding/hex.ts'
import { moveLength } from '../aborts.ts'
import type { MoveContext } from '../move-module.ts'
import { assertCollectionName, assertUri, collectionData, flags, forgetToken, putCollection } from './collections-v1.ts'
import { type PropertyInput, propertyMap } from './property-map-v1.ts'
import { tokenAbort } from './token-aborts.ts'
import {
  collectionsOf,
  TOKEN_DATA,
  TOKEN_DATA_ID,
  type TokenDataKey,
  tableHandle,
  tokenDataIdJson,
  tokenDataOf,
} from './token-data.ts'

const MAX_NAME_BYTES = 128

/** A share of every sale. */
export interface NewRoyalty {
  readonly numerator: bigint
  readonly denominator: bigint
  readonly payee: Address
}

/** Properties of a new token. `maximum` 0 means no limit, and no count. */
export interface NewTokenData {
  readonly token: TokenDataKey
  readonly description: string
  readonly maximum: bigint
  readonly uri: string
  readonly royalty: NewRoyalty
  /** Mutable fields, in this order: maximum, uri, royalty, description, properties. */
  readonly mutability: readonly boolean[]
  readonly properties: PropertyInput
}

/** Publishes a token of the creator's collection; none is minted yet. @source 0x3::token::create_tokendata */
export function createTokenData(context: MoveContext, made: NewTokenData): void {
  const { token, description, uri } = made
  const mutability_config = flags(made.mutability, ['maximum', 'uri', 'royalty', 'description', 'properties'], 'token')
  assertTokenName(token.name)
  assertCollectionName(token.collection)
  assertUri(uri)
  const royalty = royaltyJson(made.royalty)
  countToken(context, token)
  const maximum = made.maximum.toString()
  putTokenData(context, token, {
    default_properties: propertyMap(made.properties),
    description,
    largest_property_version: '0',
    maximum,
    mutability_config,
    name: token.name,
    royalty,
    supply: '0',
    uri,
  })
  announceTokenData(context, made, { description, maximum, mutability_config, uri })
}

/** Counts a token on in its collection. @throws MoveAbort when there is none, it is full, or it has this one already. */
function countToken(context: MoveContext, token: TokenDataKey): void {
  const collection = collectionData(context, token.creator, token.collection)
  if (hasTokenData(context, token)) throw tokenAbort('already-exists', 'ETOKEN_DATA_ALREADY_EXISTS')
  if (collection.maximum === '0') return
  const supply = BigInt(collection.supply as string) + 1n
  if (supply > BigInt(collection.maximum as string)) {
    throw tokenAbort('invalid-argument', 'ECREATE_WOULD_EXCEED_COLLECTION_MAXIMUM')
  }
  putCollection(context, token.creator, { ...collection, supply: supply.toString() })
}

function announceTokenData(context: MoveContext, made: NewTokenData, written: JsonObject): void {
  const { token, royalty, properties } = made
  context.emit('0x3::token::TokenDataCreation', {
    ...written,
    creator: toShortAddress(token.creator),
    id: tokenDataIdJson(token),
    name: token.name,
    property_keys: properties.keys,
    property_types: properties.types,
    property_values: properties.values.map(hexOf),
    royalty_payee_address: toShortAddress(royalty.payee),
    royalty_points_denominator: royalty.denominator.toString(),
    royalty_points_numerator: royalty.numerator.toString(),
  })
}

/**
 * Returns a `0x3::token::Royalty`.
 * @throws MoveAbort for more than the whole.
 * @source 0x3::token::create_royalty
 */
export function royaltyJson({ numerator, denominator, payee }: NewRoyalty): JsonObject {
  if (numerator > denominator) throw tokenAbort('invalid-argument', 'EINVALID_ROYALTY_NUMERATOR_DENOMINATOR')
  return {
    payee_address: toShortAddress(payee),
    royalty_points_denominator: denominator.toString(),
    royalty_points_numerator: numerator.toString(),
  }
}

/** @throws MoveAbort ECOLLECTIONS_NOT_PUBLISHED */
export function hasTokenData(context: MoveContext, token: TokenDataKey): boolean {
  const handle = tableHandle(collectionsOf(context, token.creator), 'token_data')
  return context.tableItem(handle, TOKEN_DATA_ID, TOKEN_DATA, tokenDataIdJson(token)) !== null
}

/** Puts a changed copy of what a creator published. */
export function putTokenData(context: MoveContext, token: TokenDataKey, data: JsonObject): void {
  const handle = tableHandle(collectionsOf(context, token.creator), 'token_data')
  context.putTableItem(handle, TOKEN_DATA_ID, TOKEN_DATA, tokenDataIdJson(token), data)
}

/** Subtracts burnt tokens from the supply; a token without copies is removed, and so is a collection without tokens. */
export function countBurnt(context: MoveContext, token: TokenDataKey, amount: bigint): void {
  const data = tokenDataOf(context, token)
  if (data.maximum === '0') return
  const supply = BigInt(data.supply as string) - amount
  if (supply > 0n) {
    putTokenData(context, token, { ...data, supply: supply.toString() })
    return
  }
  const handle = tableHandle(collectionsOf(context, token.creator), 'token_data')
  context.removeTableItem(handle, TOKEN_DATA_ID, TOKEN_DATA, tokenDataIdJson(token))
  forgetToken(context, token.creator, token.collection)
}

/** Names that a call brings must fit before anything is looked up. @source 0x3::token::create_token_data_id */
export function assertNames({ collection, name }: TokenDataKey): void {
  assertCollectionName(collection)
  assertTokenName(name)
}

function assertTokenName(name: string): void {
  if (moveLength(name) > MAX_NAME_BYTES) throw tokenAbort('invalid-argument', 'ENFT_NAME_TOO_LONG')
}
