import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWithinBounds, type JsonBounds } from './json-bounds.ts'

/**
 * Counts the parts of a parsed value, for comparison with those counted in its text. No key here is a number, as such keys lose their order when
 * parsed.
 */
function countsOf(value: unknown): Required<JsonBounds> {
  const shapes = new Set<string>()
  let [members, containers] = [0, 0]
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return
    containers += 1
    const keys = Object.keys(one)
    members += Math.max(0, keys.length - 1)
    if (!Array.isArray(one)) for (const at of keys.keys()) shapes.add(JSON.stringify(keys.slice(0, at + 1)))
    for (const inner of Object.values(one)) visit(inner)
  }
  visit(value)
  return { values: members + containers, containers, shapes: shapes.size }
}

const key = fc.oneof(
  fc.constantFrom('a', 'b', '"', '\\', '{', '[,', ':', ' '),
  fc.string().map((text) => `_${text}`),
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(fc.constantFrom('{"a":', '\\"', ',', null, 0), fc.string()),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(key, tie('json'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))

describe('isWithinBounds', () => {
  it.each(['values', 'containers', 'shapes'] as const)(
    'counts the %s that a text has, however it is written',
    (bound) => {
      fc.assert(
        fc.property(json, fc.constantFrom(0, 1, 4), (value, indent) => {
          const text = JSON.stringify(value, null, indent)
          const counts = countsOf(JSON.parse(text))
          const free = { values: 1e9, containers: 1e9, shapes: 1e9 }
          expect(isWithinBounds(text, { ...free, [bound]: counts[bound] })).toBe(true)
          expect(isWithinBounds(text, { ...free, [bound]: counts[bound] - 1 })).toBe(false)
        }),
      )
    },
  )

  it('ends with what is no JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'"\\:,[]{}a ') }), (text) => {
        expect(typeof isWithinBounds(text, { containers: 3, shapes: 3 })).toBe('boolean')
      }),
    )
  })
})
