import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeOf, spanOf } from './spans.ts'

// @vitest-environment happy-dom
describe('a span of a list', () => {
  it('holds both ends and all between, in the order of the list, whichever end comes first', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), fc.nat(19), fc.nat(19), (rows, a, b) => {
        const [from, to] = [a % rows.length, b % rows.length]
        const span = spanOf(rows, from, to)
        expect(span).toEqual(spanOf(rows, to, from))
        expect(span).toHaveLength(Math.abs(from - to) + 1)
        expect(span[0]).toBe(rows[Math.min(from, to)])
        expect(span.at(-1)).toBe(rows[Math.max(from, to)])
      }),
    )
  })
})

describe('the place of an element', () => {
  it('is that of its card or its row; null outside of both', () => {
    document.body.innerHTML =
      '<ul><li data-index="7"><a>x</a></li></ul><table><tr aria-rowindex="3"><td><b>y</b></td></tr></table><p>z</p>'
    const at = (selector: string) => placeOf(document.querySelector(selector))
    expect([at('a'), at('b'), at('p'), placeOf(null)]).toEqual([7, 2, null, null])
    // Of those that are loaded.
    expect([placeOf(document.querySelector('a'), 5), placeOf(document.querySelector('b'), 2)]).toEqual([2, 0])
  })
})
