import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takerFee } from './taker-fee.ts'

const venues = [
  { id: 'cheap', feeBps: 150 },
  { id: 'dear', feeBps: 250 },
]
const item = (marketplace: string | null, priceOctas: string | null) => ({ marketplace, priceOctas, reason: null })

// @feature buy.taker-fee
describe('the taker fee', () => {
  it('is the sum of price times percentage over the marketplaces', () => {
    expect(takerFee([item('cheap', '100000000'), item('dear', '200000000')], venues)).toBe(6_500_000n)
  })

  it('is rounded to four decimals of one APT', () => {
    expect(takerFee([item('cheap', '1234567')], venues)).toBe(20_000n)
    expect(takerFee([item('cheap', '333333')], venues)).toBe(0n)
  })

  it('takes 1.5 percent where the marketplace is not known, and nothing for what is not bought', () => {
    expect(takerFee([item('elsewhere', '100000000')], venues)).toBe(1_500_000n)
    const reason = { code: 'listing-gone', sentence: 'gone' }
    expect(takerFee([{ ...item('cheap', '100000000'), reason }], venues)).toBe(0n)
  })

  it('is never more than half of the last shown decimal away from the exact sum', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 10n ** 14n), { maxLength: 30 }), (prices) => {
        const exact = prices.reduce((sum, price) => sum + price * 250n, 0n)
        const shown =
          takerFee(
            prices.map((price) => item('dear', String(price))),
            venues,
          ) * 10_000n
        const off = shown > exact ? shown - exact : exact - shown
        expect(off <= 5_000n * 10_000n).toBe(true)
      }),
    )
  })
})
