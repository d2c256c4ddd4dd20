import { isJsonObject, type Json } from '@opal/domain/json'
import { normaliseValue } from './normalise-value.ts'

/** Fields in which events name what a column says. */
const PROOFS: Readonly<Record<string, readonly string[]>> = {
  buyer: ['buyer', 'purchaser', 'bid_buyer'],
  seller: ['seller', 'bid_seller'],
}

/**
 * The one kind of difference that is excused: the official row leaves a column empty although the event it carries says it.
 * @returns the proof, quoting the field, or null.
 */
export function excuse(column: string, expected: Readonly<Record<string, unknown>>, actual: unknown): string | null {
  if (expected[column] !== null || actual === null) return null
  const record = expected.json_data as Json | undefined
  const data = isJsonObject(record) ? record.data : undefined
  if (!isJsonObject(data)) return null
  const field = (PROOFS[column] ?? []).find((name) => name in data && normaliseValue(data[name]) === actual)
  return field === undefined ? null : `${column}: the event says ${field} = ${String(data[field])}`
}
