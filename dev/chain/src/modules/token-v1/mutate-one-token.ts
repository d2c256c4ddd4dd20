import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { hexOf } from '../../ledger/encoding/hex.ts'
import type { MoveContext, TokenIdV1 } from '../move-module.ts'
import { assertUnreserved } from './mutate-token-data.ts'
import { type PropertyInput, readFlag, updatePropertyMap } from './property-map-v1.ts'
import { tokenAbort } from './token-aborts.ts'
import { TOKEN_ID, tableHandle, tokenDataOf, tokenIdJson } from './token-data.ts'
import { putTokenData } from './token-datas.ts'
import { directDeposit, TOKEN, TOKEN_STORE } from './token-store.ts'

/** Property of a token that makes its properties changeable where those of its data are not. The misspelling is the framework's. */
const PROPERTIES_MUTABLE = 'TOKEN_PROPERTY_MUTATBLE'

/**
 * Gives one token properties of its own. One of property version 0 becomes a token of the next version;
 * one that has a version already keeps it.
 * @returns the token's id from now on.
 * @source 0x3::token::mutate_one_token
 */
export function mutateOneToken(
  context: MoveContext,
  signer: Address,
  owner: Address,
  token: TokenIdV1,
  input: PropertyInput,
): TokenIdV1 {
  if (signer !== token.creator) throw tokenAbort('permission-denied', 'ENO_MUTATE_CAPABILITY')
  const data = tokenDataOf(context, token)
  const properties = data.default_properties as JsonObject
  const isMutable = (data.mutability_config as JsonObject).properties === true
  if (!isMutable && !readFlag(properties, PROPERTIES_MUTABLE))
    throw tokenAbort('permission-denied', 'EFIELD_NOT_MUTABLE')
  const changed = token.propertyVersion === 0n ? giveVersion(context, owner, token, data) : token
  updateHeld(context, owner, changed, input)
  context.emit('0x3::token::MutatePropertyMap', {
    account: toShortAddress(owner),
    keys: input.keys,
    new_id: tokenIdJson(changed),
    old_id: tokenIdJson(token),
    types: input.types,
    values: input.values.map(hexOf),
  })
  return changed
}

/** Takes one token of version 0 out of the store, and puts one of the next version in. */
function giveVersion(context: MoveContext, owner: Address, token: TokenIdV1, data: JsonObject): TokenIdV1 {
  context.withdrawToken(owner, token, 1n)
  const version = BigInt(data.largest_property_version as string) + 1n
  const changed = { ...token, propertyVersion: version }
  const id = tokenIdJson(changed)
  directDeposit(context, owner, { amount: '1', id, token_properties: data.default_properties as JsonObject })
  putTokenData(context, token, { ...data, largest_property_version: version.toString() })
  return changed
}

function updateHeld(context: MoveContext, owner: Address, token: TokenIdV1, input: PropertyInput): void {
  const store = context.getResource(owner, TOKEN_STORE)
  const id = tokenIdJson(token)
  const held = store === null ? null : context.tableItem(tableHandle(store, 'tokens'), TOKEN_ID, TOKEN, id)
  if (store === null || held === null) throw tokenAbort('not-found', 'ENO_TOKEN_IN_TOKEN_STORE')
  assertUnreserved(input.keys)
  const properties = updatePropertyMap((held as JsonObject).token_properties as JsonObject, input)
  const changed = { ...(held as JsonObject), token_properties: properties }
  context.putTableItem(tableHandle(store, 'tokens'), TOKEN_ID, TOKEN, id, changed)
}
