import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aptDecimal } from './present-rows.ts'

it('writes octas in APT without losing one, at any size and sign', () => {
  expect([0n, 1n, -1n, 150_000_000n, -123_456_789n].map(aptDecimal)).toEqual([
    '0.00000000',
    '0.00000001',
    '-0.00000001',
    '1.50000000',
    '-1.23456789',
  ])
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (octas) => {
      expect(BigInt(aptDecimal(octas).replace('.', ''))).toBe(octas)
    }),
  )
})
