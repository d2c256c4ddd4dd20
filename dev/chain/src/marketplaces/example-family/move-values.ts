import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { type JsonObject, jsonAt } from '@opal/domain/json'

/** `Object<T>` as Move JSON prints it, leading zeros stripped. */
export function moveObject(address: Address): JsonObject {
  return { inner: toShortAddress(address) }
}

/** `Option<T>` as Move JSON prints it. */
export function moveOption(value: string | JsonObject | null): JsonObject {
  return { vec: value === null ? [] : [value] }
}

/** A `DeleteRef`, `ExtendRef` or `TransferRef` to an object. */
export function moveRef(address: Address): JsonObject {
  return { self: toShortAddress(address) }
}

/** Reads an address out of a resource we wrote or the framework guarantees. */
export function addressAt(resource: JsonObject, path: string): Address {
  return parseAddress(textAt(resource, path))
}

/** Reads a u64 out of a resource we wrote or the framework guarantees. */
export function u64At(resource: JsonObject, path: string): bigint {
  return BigInt(textAt(resource, path))
}

/** A text inside a resource. */
export function textAt(resource: JsonObject, path: string): string {
  const value = jsonAt(resource, path)
  if (typeof value !== 'string') throw new TypeError(`Resource field ${path} is missing.`)
  return value
}
