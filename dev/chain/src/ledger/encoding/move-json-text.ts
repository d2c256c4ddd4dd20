import type { Json, JsonObject } from '@opal/domain/json'

/** Returns Move JSON as the node prints it: keys sorted. */
export function moveJsonText(value: Json): string {
  return JSON.stringify(inOrder(value))
}

/** Returns the same value with its keys sorted: itself when they are. */
export function inOrder<Value extends Json>(value: Value): Value {
  return isSorted(value) ? value : (sorted(value) as Value)
}

/** Most values are written in the order in which they are printed: those need no copy. */
function isSorted(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isSorted)
  let last = ''
  for (const key in value as JsonObject) {
    if (key < last || !isSorted((value as JsonObject)[key] as Json)) return false
    last = key
  }
  return true
}

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const object = value as JsonObject
  const copy: Record<string, Json> = {}
  for (const key of Object.keys(object).sort()) copy[key] = sorted(object[key] as Json)
  return copy
}
