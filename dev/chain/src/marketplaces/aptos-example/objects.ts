import { type Address, toShortAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { OBJECT_CORE } from '../../ledger/state/objects.ts'
import type { MoveContext, MoveResource } from '../../modules/move-module.ts'
import { coinStoreNotPublished, objectDoesNotExist, resourceDoesNotExist } from './aborts.ts'

/** Parameter type of any object. */
export const OBJECT = objectOf(OBJECT_CORE)

/** Returns the parameter type of an object that holds a resource. */
export function objectOf(type: string): string {
  return `0x1::object::Object<${type}>`
}

/**
 * Checks an argument of type `Object<T>` as the chain does: the object exists and holds a `T`.
 * @returns the resource `T`.
 * @throws MoveAbort
 * @source 0x1::object::address_to_object
 */
export function requireObject(context: MoveContext, address: Address, type: string): MoveResource {
  if (!context.objectExists(address)) throw objectDoesNotExist()
  const resource = context.getResource(address, type)
  if (resource === null) throw resourceDoesNotExist()
  return resource
}

/**
 * Returns a fresh object that holds an order: soulbound until the order ends.
 * @param owner who placed it; our own listings have no owner.
 * @source listing::init, token_offer::init_offer, collection_offer::init_offer
 */
export function createOrderObject(context: MoveContext, owner: Address = context.sender): Address {
  const order = context.createObject(owner)
  const core = requireObject(context, order, OBJECT_CORE)
  context.putResource(order, OBJECT_CORE, { ...core, allow_ungated_transfer: false })
  return order
}

/**
 * Returns the payment coin of a call. The localnet has one coin; any other was never registered by anyone.
 * @throws MoveAbort
 */
export function requireApt(typeArguments: readonly string[]): string {
  const [coin = ''] = typeArguments
  if (coin !== APT_COIN_TYPE) throw coinStoreNotPublished(coin)
  return coin
}

/** Changes some fields of a resource that is there. */
export function updateResource(context: MoveContext, address: Address, type: string, change: MoveResource): void {
  context.putResource(address, type, { ...requireObject(context, address, type), ...change })
}

/** Returns whether an account owns an object. */
export function isOwner(context: MoveContext, object: Address, account: Address): boolean {
  return toShortAddress(context.ownerOf(object)) === toShortAddress(account)
}
