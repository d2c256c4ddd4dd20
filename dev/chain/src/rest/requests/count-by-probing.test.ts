import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countByProbing } from './count-by-probing.ts'

it('finds the length of any list with few probes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1_000_000n }), (length) => {
      let questions = 0
      const count = countByProbing((position) => {
        questions += 1
        return position < length
      })
      expect(count).toBe(length)
      expect(questions).toBeLessThanOrEqual(45)
    }),
  )
})
