import { type Address, parseAddress } from '@opal/domain/address'
import { type JsonObject, jsonAt } from '@opal/domain/json'
import type { MoveContext, TokenIdV1, TokenRoyaltyV1 } from '../move-module.ts'
import { tokenAbort } from './token-aborts.ts'
import { TOKEN_DATA_ID, tokenDataIdJson } from './token-id.ts'

export const COLLECTIONS = '0x3::token::Collections'
export const TOKEN_DATA = '0x3::token::TokenData'

/** Identifies a token, whatever its property version. */
export type TokenDataKey = Omit<TokenIdV1, 'propertyVersion'>

type Reads = Pick<MoveContext, 'getResource' | 'tableItem'>

/** Handle of a table that a resource holds at a path. */
export function tableHandle(resource: JsonObject, path: string): Address {
  return parseAddress(jsonAt(resource, `${path}.handle`) as string)
}

/** The creator's collections. @throws MoveAbort ECOLLECTIONS_NOT_PUBLISHED */
export function collectionsOf(context: Reads, creator: Address): JsonObject {
  const found = context.getResource(creator, COLLECTIONS)
  if (found === null) throw tokenAbort('not-found', 'ECOLLECTIONS_NOT_PUBLISHED')
  return found
}

/** The `0x3::token::TokenData` of a token. @throws MoveAbort when the creator published none. */
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
