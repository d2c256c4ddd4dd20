import type { JsonBounds } from '../text/json-bounds.ts'

/**
 * Counts the parts of a parsed value, for comparison with those counted in its text. No key may be a number, as such keys lose their order when
 * parsed.
 */
export function countJson(value: unknown): Required<JsonBounds> {
  const shapes = new Set<string>()
  let [members, containers] = [0, 0]
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) continue
    containers += 1
    const keys = Object.keys(one)
    members += Math.max(0, keys.length - 1)
    if (!Array.isArray(one)) for (const at of keys.keys()) shapes.add(JSON.stringify(keys.slice(0, at + 1)))
    for (const inner of Object.values(one)) left.push(inner)
  }
  return { values: members + containers, containers, shapes: shapes.size }
}
