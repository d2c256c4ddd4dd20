import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { type JsonObject, jsonAt } from '@opal/domain/json'
import type { MoveValue } from '../../modules/move-module.ts'
import { indexOutOfBounds } from './aborts.ts'

/** Returns `Object<T>` as Move JSON prints it, leading zeros stripped. */
export function moveObject(address: Address): JsonObject {
  return { inner: toShortAddress(address) }
}

/** Returns `Option<T>` as Move JSON prints it. */
export function moveOption(value: string | JsonObject | null): JsonObject {
  return { vec: value === null ? [] : [value] }
}

/** Returns a `DeleteRef`, `ExtendRef` or `TransferRef` to an object. */
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

/** Returns a text inside a resource. */
export function textAt(resource: JsonObject, path: string): string {
  const value = jsonAt(resource, path)
  if (typeof value !== 'string') throw new TypeError(`Resource field ${path} is missing.`)
  return value
}

/**
 * Narrow the decoded arguments of an entry function. The chain decodes by the declared parameter types,
 * so a mismatch here is a fault of ours: a `TypeError`, never an abort.
 */
export function addressArgument(args: readonly MoveValue[], position: number): Address {
  return toAddress(args[position])
}

/** Returns a number of 64 bits. */
export function u64Argument(args: readonly MoveValue[], position: number): bigint {
  return toU64(args[position])
}

/** Returns a list of addresses. */
export function addressListArgument(args: readonly MoveValue[], position: number): readonly Address[] {
  return listOf(args[position]).map(toAddress)
}

/** Returns a list of numbers of 64 bits. */
export function u64ListArgument(args: readonly MoveValue[], position: number): readonly bigint[] {
  return listOf(args[position]).map(toU64)
}

function toAddress(value: MoveValue | undefined): Address {
  if (typeof value !== 'string' || !value.startsWith('0x')) throw new TypeError('Expected an address argument.')
  return value as Address
}

function toU64(value: MoveValue | undefined): bigint {
  if (typeof value !== 'bigint') throw new TypeError('Expected a u64 argument.')
  return value
}

/** Returns a list. */
export function listOf(value: MoveValue | undefined): readonly MoveValue[] {
  if (!Array.isArray(value)) throw new TypeError('Expected a vector argument.')
  return value as readonly MoveValue[]
}

/**
 * Walks items and prices side by side as the contract's loops do: as many turns as there are prices,
 * an abort when the items run out first, surplus items ignored.
 * @throws MoveAbort
 */
export function eachPair<Item>(
  items: readonly Item[],
  prices: readonly bigint[],
  visit: (item: Item, price: bigint) => void,
): void {
  prices.forEach((price, position) => {
    const item = items[position]
    if (item === undefined) throw indexOutOfBounds()
    visit(item, price)
  })
}
