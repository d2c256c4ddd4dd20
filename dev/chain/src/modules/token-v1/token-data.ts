import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import type { MoveContext, TokenIdV1, TokenRoyaltyV1 } from '../move-module.ts'
import { tokenAbort } from './token-aborts.ts'

export const TOKEN_ID = '0x3::token::TokenId'
export const TOKEN_DATA_ID = '0x3::token::TokenDataId'

/** Returns a `0x3::token::TokenDataId` as Move JSON. */
export function tokenDataIdJson({ creator, collection, name }: Omit<TokenIdV1, 'propertyVersion'>): JsonObject {
  return { collection, creator: toShortAddress(creator), name }
}

/** Returns a `0x3::token::TokenId` as Move JSON: what events, resources and tables hold. */
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

export const COLLECTIONS = '0x3::token::Collections'
export const TOKEN_DATA = '0x3::token::TokenData'

/** Identifies a token, whatever its property version. */
export type TokenDataKey = Omit<TokenIdV1, 'propertyVersion'>

type Reads = Pick<MoveContext, 'getResource' | 'tableItem'>

/** Returns the handle of a table that a resource holds at a path. */
export function tableHandle(resource: JsonObject, path: string): Address {
  return parseAddress(jsonAt(resource, `${path}.handle`) as string)
}

/** Returns the creator's collections. @throws MoveAbort ECOLLECTIONS_NOT_PUBLISHED */
export function collectionsOf(context: Reads, creator: Address): JsonObject {
  const found = context.getResource(creator, COLLECTIONS)
  if (found === null) throw tokenAbort('not-found', 'ECOLLECTIONS_NOT_PUBLISHED')
  return found
}

/** Returns the `0x3::token::TokenData` of a token. @throws MoveAbort when the creator published none. */
export function tokenDataOf(context: Reads, token: TokenDataKey): JsonObject {
  const handle = tableHandle(collectionsOf(context, token.creator), 'token_data')
  const found = context.tableItem(handle, TOKEN_DATA_ID, TOKEN_DATA, tokenDataIdJson(token))
  if (found === null) throw tokenAbort('not-found', 'ETOKEN_DATA_NOT_PUBLISHED')
  return found as JsonObject
}

/** @throws MoveAbort when the creator published no such token. @source 0x3::token::get_royalty */
export function tokenRoyalty(context: Reads, token: TokenIdV1): TokenRoyaltyV1 {
  const royalty = tokenDataOf(context, token).royalty as JsonObject
  return {
    numerator: BigInt(royalty.royalty_points_numerator as string),
    denominator: BigInt(royalty.royalty_points_denominator as string),
    payee: parseAddress(royalty.payee_address as string),
  }
}

/** Move types of a table's keys and values. */
export interface TableTypes {
  readonly keyType: string
  readonly valueType: string
}

/** A table that a module's resource keeps. */
export class ModuleTable {
  readonly #context: MoveContext
  readonly #handle: Address
  readonly #types: TableTypes

  /** @param resource that holds the table at a path. */
  constructor(context: MoveContext, resource: JsonObject, path: string, types: TableTypes) {
    this.#context = context
    this.#handle = tableHandle(resource, path)
    this.#types = types
  }

  get(key: Json): JsonObject | null {
    return this.#context.tableItem(this.#handle, this.#types.keyType, this.#types.valueType, key) as JsonObject | null
  }

  put(key: Json, value: Json): void {
    this.#context.putTableItem(this.#handle, this.#types.keyType, this.#types.valueType, key, value)
  }

  remove(key: Json): void {
    this.#context.removeTableItem(this.#handle, this.#types.keyType, this.#types.valueType, key)
  }
}
