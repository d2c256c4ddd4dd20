import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstPlace } from './first-place.ts'

it('is the place before which a sorted list is too low, and its end where all of it is, found in a few tests', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }),
      fc.integer({ min: 0, max: 10 }),
      (some, least) => {
        const values = some.toSorted((one, other) => one - other)
        let tests = 0
        const found = firstPlace(values.length, (place) => {
          tests += 1
          return (values[place] as number) >= least
        })
        expect(found).toBe(values.filter((value) => value < least).length)
        expect(tests).toBeLessThanOrEqual(Math.ceil(Math.log2(values.length + 1)))
      },
    ),
  )
})
