import { type Address, toAddressOrNull } from '@opal/domain/address'
import { DecodeError } from '@opal/domain/errors'
import { type Json, jsonAt } from '@opal/domain/json'

/** Maximum values of Move's integers; a `count` bounds values that are counted one by one. */
export const LARGEST = { u8: 2n ** 8n - 1n, u64: 2n ** 64n - 1n, u256: 2n ** 256n - 1n, count: 2n ** 63n - 1n } as const
const UP_TO_U256 = /^\d{1,78}$/

/** Reads fields of framework resources and events, which the chain guarantees. @throws DecodeError when one is missing */
export function addressField(data: Json, type: string, path: string): Address {
  const value = jsonAt(data, path)
  const address = typeof value === 'string' ? toAddressOrNull(value) : null
  if (address === null) throw new DecodeError('chain', type, path)
  return address
}

/** Returns a text. @throws DecodeError */
export function textField(data: Json, type: string, path: string): string {
  const value = jsonAt(data, path)
  if (typeof value !== 'string') throw new DecodeError('chain', type, path)
  return value
}

/** @param largest what the field can hold at most. */
export function numberField(data: Json, type: string, path: string, largest: bigint = LARGEST.u256): bigint {
  const value = optionalNumber(data, path, largest)
  if (value === null) throw new DecodeError('chain', type, path)
  return value
}

/** Returns a field that is true or false. @throws DecodeError */
export function booleanField(data: Json, type: string, path: string): boolean {
  const value = jsonAt(data, path)
  if (typeof value !== 'boolean') throw new DecodeError('chain', type, path)
  return value
}

/**
 * Returns a u8 (JSON number) up to u256 (decimal string); null when missing.
 * @param largest what the field can hold at most; more is as if it were missing.
 */
export function optionalNumber(data: Json, path: string, largest: bigint = LARGEST.u256): bigint | null {
  const value = wholeOf(jsonAt(data, path))
  return value === null || value > largest ? null : value
}

function wholeOf(value: Json | undefined): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  return typeof value === 'string' && UP_TO_U256.test(value) ? BigInt(value) : null
}
