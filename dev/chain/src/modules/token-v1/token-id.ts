import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { TokenIdV1 } from '../move-module.ts'

export const TOKEN_ID = '0x3::token::TokenId'
export const TOKEN_DATA_ID = '0x3::token::TokenDataId'

/** A `0x3::token::TokenDataId` as Move JSON. */
export function tokenDataIdJson({ creator, collection, name }: Omit<TokenIdV1, 'propertyVersion'>): JsonObject {
  return { collection, creator: toShortAddress(creator), name }
}

/** A `0x3::token::TokenId` as Move JSON: what events, resources and tables hold. */
export function tokenIdJson(token: TokenIdV1): JsonObject {
  return { property_version: token.propertyVersion.toString(), token_data_id: tokenDataIdJson(token) }
}

/** Reads a `0x3::token::TokenId` from Move JSON that the chain wrote. */
export function tokenIdOf(json: JsonObject): TokenIdV1 {
  const { creator, collection, name } = json.token_data_id as JsonObject
  return {
    creator: parseAddress(creator as string),
    collection: collection as string,
    name: name as string,
    propertyVersion: BigInt(json.property_version as string),
  }
}
