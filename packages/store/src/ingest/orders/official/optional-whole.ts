import type { Json } from '@opal/domain/json'

/** A whole number as Move writes it, text or number; null for anything else, and for more than a u64 has digits. */
export function optionalWhole(value: Json | undefined): bigint | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : null
}
