import { type Address, parseAddress } from '@opal/domain/address'
import { isJsonObject, type JsonObject } from '@opal/domain/json'
import type { MoveContext, TokenIdV1 } from '../../modules/move-module.ts'
import { tokenIdOf } from '../../modules/token-v1/token-data.ts'
import type { Family } from './family.ts'
import { moveRef } from './move-values.ts'
import type { SoldToken } from './sold-token.ts'

/**
 * Takes a v1 token out of the sender's store into a container, an object that can be listed.
 * @returns the container.
 * @throws MoveAbort when the sender does not hold the token.
 * @source listing::create_tokenv1_container
 */
export function containTokenV1(context: MoveContext, family: Family, token: TokenIdV1): Address {
  const held = context.withdrawToken(context.sender, token, 1n)
  const container = context.createObject(context.sender)
  const value = { delete_ref: moveRef(container), token: held, transfer_ref: moveRef(container) }
  context.putResource(container, family.types.tokenV1Container, value)
  return container
}

/** Returns the token of a listed object: the v2 token itself, or the v1 token in it. */
export function tokenIn(context: MoveContext, family: Family, object: Address): SoldToken {
  const held = heldIn(context, family, object)
  return held === null ? object : tokenIdOf(held.id as JsonObject)
}

/** Hands what is in escrow to someone who signed: a v2 token itself, a v1 token out of its container. @source listing::close */
export function releaseFromEscrow(
  context: MoveContext,
  family: Family,
  listing: Address,
  object: Address,
  recipient: Address,
): void {
  const held = heldIn(context, family, object)
  if (held === null) {
    context.transferObject(listing, object, recipient)
    return
  }
  context.depositToken(recipient, held)
  context.removeResource(object, family.types.tokenV1Container)
  context.deleteObject(object)
}

/** Reads the names of the v1 token that an offer wants. */
export function wantedTokenV1(resource: JsonObject): TokenIdV1 {
  return {
    creator: parseAddress(resource.creator_address as string),
    collection: resource.collection_name as string,
    name: resource.token_name as string,
    propertyVersion: BigInt(resource.property_version as string),
  }
}

function heldIn(context: MoveContext, family: Family, object: Address): JsonObject | null {
  const token = context.getResource(object, family.types.tokenV1Container)?.token
  return isJsonObject(token) ? token : null
}
