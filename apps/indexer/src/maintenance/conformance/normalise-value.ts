import { parseAddress } from '@opal/domain/address'

const PREFIXED_ADDRESS = /^0x[0-9a-f]{1,64}$/i
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?$/

/**
 * Returns a value in the form that both sides of a comparison have: addresses at full length, numbers as their digits, timestamps with a `T` and
 * without trailing zeros; inside JSON values too, where numbers stay numbers.
 */
export function normaliseValue(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  return normaliseJson(value ?? null)
}

function normaliseJson(value: unknown): unknown {
  if (typeof value === 'string') return normaliseText(value)
  if (Array.isArray(value)) return value.map(normaliseJson)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, normaliseJson(each)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function normaliseText(text: string): string {
  if (PREFIXED_ADDRESS.test(text)) return parseAddress(text)
  if (TIMESTAMP.test(text))
    return text
      .replace(' ', 'T')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')
  return text
}
