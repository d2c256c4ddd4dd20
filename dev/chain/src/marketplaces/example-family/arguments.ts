import type { Address } from '@opal/domain/address'
import type { MoveValue } from '../../modules/move-module.ts'

/**
 * Narrow the decoded arguments of an entry function. The chain decodes by the declared parameter types,
 * so a mismatch here is a fault of ours: a `TypeError`, never an abort.
 */
export function addressArgument(args: readonly MoveValue[], position: number): Address {
  return toAddress(args[position])
}

/** A number of 64 bits. */
export function u64Argument(args: readonly MoveValue[], position: number): bigint {
  return toU64(args[position])
}

/** A list of addresses. */
export function addressListArgument(args: readonly MoveValue[], position: number): readonly Address[] {
  return toList(args[position]).map(toAddress)
}

/** A list of numbers of 64 bits. */
export function u64ListArgument(args: readonly MoveValue[], position: number): readonly bigint[] {
  return toList(args[position]).map(toU64)
}

function toAddress(value: MoveValue | undefined): Address {
  if (typeof value !== 'string' || !value.startsWith('0x')) throw new TypeError('Expected an address argument.')
  return value as Address
}

function toU64(value: MoveValue | undefined): bigint {
  if (typeof value !== 'bigint') throw new TypeError('Expected a u64 argument.')
  return value
}

function toList(value: MoveValue | undefined): readonly MoveValue[] {
  if (!Array.isArray(value)) throw new TypeError('Expected a vector argument.')
  return value as readonly MoveValue[]
}
