import type { Json } from '@opal/domain/json'

/** JSON escapes of characters that PostgreSQL's text cannot hold: NUL and halves of surrogate pairs. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i

/** Replaces NUL and half surrogate pairs by U+FFFD: PostgreSQL cannot store them, and chain text may hold anything. */
export function toStorableText(text: string): string {
  const sound = text.toWellFormed()
  return sound.includes('\u0000') ? sound.replaceAll('\u0000', '\uFFFD') : sound
}

/** Serializes JSON in a form that PostgreSQL can store, names included. */
export function toStorableJson(value: Json): string {
  const plain = JSON.stringify(value)
  return SUSPECT.test(plain) ? JSON.stringify(clean(value)) : plain
}

function clean(value: Json): Json {
  if (typeof value === 'string') return toStorableText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [toStorableText(name), clean(each)]))
}
