import type { Json } from '@opal/domain/json'

/** A whole number as Move writes it, text or number; null for anything else. */
export function optionalWhole(value: Json | undefined): bigint | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : null
}
