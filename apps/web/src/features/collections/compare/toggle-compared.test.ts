import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MOST_COMPARED, toggleCompared } from './toggle-compared.ts'

// @feature landing.compare
it('takes a fourth for the oldest, and takes out what is chosen again', () => {
  const three = ['a', 'b', 'c'].reduce<readonly string[]>(toggleCompared, [])
  expect(three).toEqual(['a', 'b', 'c'])
  expect(toggleCompared(three, 'd')).toEqual(['b', 'c', 'd'])
  expect(toggleCompared(three, 'b')).toEqual(['a', 'c'])
})

// @feature landing.compare
it('never holds more than three, nor one twice, and always the last that was added', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), (clicks) => {
      let chosen: readonly string[] = []
      for (const click of clicks) {
        const before = chosen
        chosen = toggleCompared(before, click)
        expect(chosen.length).toBeLessThanOrEqual(MOST_COMPARED)
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.includes(click)).toBe(!before.includes(click))
      }
    }),
  )
})
