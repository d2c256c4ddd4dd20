import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countJson } from '../testing/json-counts.ts'
import { isWithinBounds } from './json-bounds.ts'

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
          const counts = countJson(JSON.parse(text))
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
