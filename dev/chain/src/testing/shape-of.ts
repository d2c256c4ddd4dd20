import type { Json } from '@opal/domain/json'

/** Move JSON reduced to its form: field names in order, kinds of values. */
export function shapeOf(text = '{}'): string {
  return JSON.stringify(reduced(JSON.parse(text) as Json))
}

function reduced(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? [] : [reduced(value[0] as Json)]
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value === 'string' && value.startsWith('0x') ? 'hex' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, reduced(inner)]))
}
