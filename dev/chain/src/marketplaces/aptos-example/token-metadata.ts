import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { Rate } from '@opal/domain/prices/rates'
import type { MoveContext, TokenIdV1 } from '../../modules/move-module.ts'
import { addressAt, moveObject, moveOption, textAt, u64At } from './move-values.ts'
import { requireObject } from './objects.ts'

/** Framework types of v2 tokens. @source 0x4::token, 0x4::collection, 0x4::royalty */
export const TOKEN_TYPE = '0x4::token::Token'
export const COLLECTION_TYPE = '0x4::collection::Collection'
const TOKEN_IDENTIFIERS_TYPE = '0x4::token::TokenIdentifiers'
const ROYALTY_TYPE = '0x4::royalty::Royalty'

/** Returns the metadata of a v2 token in events. @source events::token_metadata_for_tokenv2 */
export function tokenMetadata(context: MoveContext, token: Address): JsonObject {
  const collection = collectionOf(context, token)
  return {
    ...collectionMetadata(context, collection),
    property_version: moveOption(null),
    token: moveOption(moveObject(token)),
    token_name: tokenName(context, token),
  }
}

/** Returns the metadata of a v2 collection in events. @source events::collection_metadata_for_tokenv2 */
export function collectionMetadata(context: MoveContext, collection: Address): JsonObject {
  const resource = requireObject(context, collection, COLLECTION_TYPE)
  return {
    collection: moveOption(moveObject(collection)),
    collection_name: textAt(resource, 'name'),
    creator_address: toShortAddress(addressAt(resource, 'creator')),
  }
}

/** Returns the metadata of a v1 token in events. @source events::token_metadata_for_tokenv1 */
export function tokenMetadataV1({ creator, collection, name, propertyVersion }: TokenIdV1): JsonObject {
  return {
    ...collectionMetadataV1(creator, collection),
    property_version: moveOption(String(propertyVersion)),
    token: moveOption(null),
    token_name: name,
  }
}

/** Returns the metadata of a v1 collection in events. @source events::collection_metadata_for_tokenv1 */
export function collectionMetadataV1(creator: Address, name: string): JsonObject {
  return { collection: moveOption(null), collection_name: name, creator_address: toShortAddress(creator) }
}

/** Returns the metadata in events of a token that was burnt while an offer on it was open. @source token_offer::cancel */
export function burntTokenMetadata(): JsonObject {
  return {
    collection: moveOption(null),
    collection_name: ' burned',
    creator_address: '0x1',
    property_version: moveOption(null),
    token: moveOption(null),
    token_name: ' burned',
  }
}

/** Returns the collection a token belongs to. @source 0x4::token::collection_object */
export function collectionOf(context: MoveContext, token: Address): Address {
  return addressAt(requireObject(context, token, TOKEN_TYPE), 'collection.inner')
}

export interface Royalty extends Rate {
  readonly payee: Address
}

/** Returns a token's royalty: its own, else its collection's, else none. @source 0x4::token::royalty */
export function royaltyOf(context: MoveContext, token: Address): Royalty | null {
  const royalty =
    context.getResource(token, ROYALTY_TYPE) ?? context.getResource(collectionOf(context, token), ROYALTY_TYPE)
  if (royalty === null) return null
  return {
    payee: addressAt(royalty, 'payee_address'),
    numerator: u64At(royalty, 'numerator'),
    denominator: u64At(royalty, 'denominator'),
  }
}

/** Newer tokens store their name next to the token resource, whose own `name` is then empty. @source 0x4::token::name */
function tokenName(context: MoveContext, token: Address): string {
  const identifiers = context.getResource(token, TOKEN_IDENTIFIERS_TYPE)
  if (identifiers !== null) return textAt(identifiers, 'name.value')
  return textAt(requireObject(context, token, TOKEN_TYPE), 'name')
}
