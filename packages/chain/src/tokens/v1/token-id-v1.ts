import type { Address } from '@opal/domain/address'
import { type Json, jsonAt } from '@opal/domain/json'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { addressField, numberField, textField } from '../fields.ts'

/** A v1 token as keys and events name it. */
export interface TokenIdV1 {
  readonly tokenDataId: Address
  readonly collectionId: Address
  readonly creator: Address
  readonly collectionName: string
  readonly name: string
  readonly propertyVersion: bigint
}

/**
 * Reads a `TokenId`, or a `TokenDataId`, whose property version is 0.
 * @param path of the id in the data; empty when the data is the id.
 * @throws DecodeError
 */
export function tokenIdField(data: Json, type: string, path: string): TokenIdV1 {
  const at = (field: string) => (path === '' ? field : `${path}.${field}`)
  const isTokenId = jsonAt(data, at('token_data_id')) !== undefined
  const inner = (field: string) => at(isTokenId ? `token_data_id.${field}` : field)
  const creator = addressField(data, type, inner('creator'))
  const collectionName = textField(data, type, inner('collection'))
  const name = textField(data, type, inner('name'))
  return {
    tokenDataId: tokenDataIdV1(creator, collectionName, name),
    collectionId: collectionIdV1(creator, collectionName),
    creator,
    collectionName,
    name,
    propertyVersion: isTokenId ? numberField(data, type, at('property_version')) : 0n,
  }
}

/** Returns the same text for the same token, as a key of maps. */
export function tokenKey({ tokenDataId, propertyVersion }: TokenIdV1): string {
  return `${tokenDataId}/${propertyVersion}`
}
