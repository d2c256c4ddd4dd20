import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext } from '../move-module.ts'
import { assertMaximum, assertMutable, assertUri } from './collections-v1.ts'
import { type PropertyInput, propertyAt, propertyValue, updatePropertyMap } from './property-map-v1.ts'
import { tokenAbort } from './token-aborts.ts'
import { type TokenDataKey, tokenDataOf } from './token-data.ts'
import { type NewRoyalty, putTokenData, royaltyJson } from './token-datas.ts'
import { announceMutation } from './token-event-store.ts'

type MutationEvent = Parameters<typeof announceMutation>[2]

/**
 * Returns the token data, which only its creator may change.
 * @source 0x3::token::assert_tokendata_exists
 */
function ownTokenData(context: MoveContext, signer: Address, token: TokenDataKey): JsonObject {
  if (signer !== token.creator) throw tokenAbort('permission-denied', 'ENO_MUTATE_CAPABILITY')
  return tokenDataOf(context, token)
}

function announce(context: MoveContext, token: TokenDataKey, event: MutationEvent, fields: JsonObject): void {
  const creator = toShortAddress(token.creator)
  announceMutation(context, token.creator, event, {
    collection: token.collection,
    creator,
    token: token.name,
    ...fields,
  })
}

/** @source 0x3::token::mutate_tokendata_maximum */
export function mutateMaximum(context: MoveContext, signer: Address, token: TokenDataKey, maximum: bigint): void {
  const data = ownTokenData(context, signer, token)
  assertMaximum(data, maximum)
  assertMutable(data, 'maximum')
  const fields = { old_maximum: data.maximum as string, new_maximum: maximum.toString() }
  announce(context, token, 'MaximumMutate', fields)
  putTokenData(context, token, { ...data, maximum: maximum.toString() })
}

/** @source 0x3::token::mutate_tokendata_uri */
export function mutateUri(context: MoveContext, signer: Address, token: TokenDataKey, uri: string): void {
  assertUri(uri)
  const data = ownTokenData(context, signer, token)
  assertMutable(data, 'uri')
  announce(context, token, 'UriMutation', { old_uri: data.uri as string, new_uri: uri })
  putTokenData(context, token, { ...data, uri })
}

/** @source 0x3::token::mutate_tokendata_description */
export function mutateDescription(context: MoveContext, signer: Address, token: TokenDataKey, text: string): void {
  const data = ownTokenData(context, signer, token)
  assertMutable(data, 'description')
  const fields = { old_description: data.description as string, new_description: text }
  announce(context, token, 'DescriptionMutate', fields)
  putTokenData(context, token, { ...data, description: text })
}

/** @source 0x3::token::mutate_tokendata_royalty */
export function mutateRoyalty(context: MoveContext, signer: Address, token: TokenDataKey, made: NewRoyalty): void {
  const royalty = royaltyJson(made)
  const data = ownTokenData(context, signer, token)
  assertMutable(data, 'royalty')
  const fields = { ...royaltyFields('old', data.royalty as JsonObject), ...royaltyFields('new', royalty) }
  announce(context, token, 'RoyaltyMutate', fields)
  putTokenData(context, token, { ...data, royalty })
}

function royaltyFields(when: 'old' | 'new', royalty: JsonObject): JsonObject {
  return {
    [`${when}_royalty_denominator`]: royalty.royalty_points_denominator as string,
    [`${when}_royalty_numerator`]: royalty.royalty_points_numerator as string,
    [`${when}_royalty_payee_addr`]: royalty.payee_address as string,
  }
}

/** Changes the properties that all tokens of this data share. @source 0x3::token::mutate_tokendata_property */
export function mutateProperties(
  context: MoveContext,
  signer: Address,
  token: TokenDataKey,
  input: PropertyInput,
): void {
  const { keys, values, types } = input
  const data = ownTokenData(context, signer, token)
  if (keys.length !== values.length || keys.length !== types.length) {
    throw tokenAbort('invalid-state', 'ETOKEN_PROPERTIES_COUNT_NOT_MATCH')
  }
  assertMutable(data, 'properties')
  assertUnreserved(keys)
  const before = data.default_properties as JsonObject
  const after = updatePropertyMap(before, input)
  const old_values = keys.map((key) => optionOf(propertyAt(before, key)))
  const new_values = keys.map((_key, index) => propertyValue(values[index] as Uint8Array, types[index] as string))
  announce(context, token, 'DefaultPropertyMutate', { keys, new_values, old_values })
  putTokenData(context, token, { ...data, default_properties: after })
}

/** Properties that steer the standard itself are set at creation only. @source 0x3::token::assert_non_standard_reserved_property */
export function assertUnreserved(keys: readonly string[]): void {
  if (keys.some((key) => key.startsWith('TOKEN_')))
    throw tokenAbort('permission-denied', 'EPROPERTY_RESERVED_BY_STANDARD')
}

function optionOf(value: JsonObject | null): JsonObject {
  return { vec: value === null ? [] : [value] }
}
