import { pairedMetadata } from '@opal/chain/fungible/coin-type'
import { isJsonObject, type Json } from '@opal/domain/json'
import { normaliseValue } from './normalise-value.ts'

/** Fields in which events name what a column says. */
const PROOFS: Readonly<Record<string, readonly string[]>> = {
  buyer: ['buyer', 'purchaser', 'bid_buyer'],
  seller: ['seller', 'bid_seller'],
}

/** Columns that name the coin of a balance or an activity. */
const COIN_COLUMNS: ReadonlySet<string> = new Set(['asset_type', 'asset_type_v1'])

/**
 * Excuses a difference that the official row itself explains: it leaves a column empty although the event it carries says it, or
 * does not know the coin that its asset is paired with.
 * @returns the proof, or null.
 */
export function excuse(column: string, expected: Readonly<Record<string, unknown>>, actual: unknown): string | null {
  return pairingProof(column, expected, actual) ?? eventProof(column, expected, actual)
}

/** An asset's address follows from its coin's type, so a pairing proves itself. */
function pairingProof(column: string, expected: Readonly<Record<string, unknown>>, actual: unknown): string | null {
  if (!COIN_COLUMNS.has(column) || typeof actual !== 'string' || !actual.includes('::')) return null
  const metadata = pairedMetadata(actual)
  const asset = expected.asset_type_v2 ?? expected.asset_type
  const isLeftOut = expected[column] === null || normaliseValue(expected[column]) === metadata
  if (!isLeftOut || normaliseValue(asset) !== metadata) return null
  return `${column}: the asset ${metadata} is paired with ${actual}`
}

function eventProof(column: string, expected: Readonly<Record<string, unknown>>, actual: unknown): string | null {
  if (expected[column] !== null || actual === null) return null
  const record = expected.json_data as Json | undefined
  const data = isJsonObject(record) ? record.data : undefined
  if (!isJsonObject(data)) return null
  const field = (PROOFS[column] ?? []).find((name) => name in data && normaliseValue(data[name]) === actual)
  return field === undefined ? null : `${column}: the event says ${field} = ${String(data[field])}`
}
