import { describe, expect, it } from 'vitest'
import { parseApt } from '../../lib/format/apt.ts'
import { listPriceError, priceWarning } from './price-guard.ts'

describe('a price to list at', () => {
  it.each([
    ['', 'Required.'],
    ['abc', 'A price is a number, such as 1.5'],
    ['-1', 'Cannot be negative'],
    ['0', 'Price cannot be below 0.001'],
    ['0.00099999', 'Price cannot be below 0.001'],
    ['0.001', null],
    ['75', null],
  ])('%j is answered with %j', (text, error) => {
    expect(listPriceError(text, parseApt(text))).toBe(error)
  })

  it('is questioned when it looks like a slip of the finger', () => {
    const floor = 7_500_000_000n
    expect(priceWarning(75_000_000n, floor)).toBe('far-below-floor')
    expect(priceWarning(floor, floor)).toBeNull()
    expect(priceWarning(floor * 100n, floor)).toBe('far-above-floor')
    expect(priceWarning(1n, null)).toBeNull()
  })
})
