import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_COMPARED, toggleCompared } from './toggle-compared.ts'

// @feature landing.compare
it('replaces the oldest by a fourth, and removes one that is toggled again', () => {
  const three = ['a', 'b', 'c'].reduce<readonly string[]>(toggleCompared, [])
  expect(three).toEqual(['a', 'b', 'c'])
  expect(toggleCompared(three, 'd')).toEqual(['b', 'c', 'd'])
  expect(toggleCompared(three, 'b')).toEqual(['a', 'c'])
})

// @feature landing.compare
it('never holds more than three, no duplicates, and always the last one added', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), (clicks) => {
      let chosen: readonly string[] = []
      for (const click of clicks) {
        const before = chosen
        chosen = toggleCompared(before, click)
        expect(chosen.length).toBeLessThanOrEqual(MAX_COMPARED)
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.includes(click)).toBe(!before.includes(click))
      }
    }),
  )
})
