import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bps, type Rate } from './rates.ts'
import { splitPrice } from './sale-split.ts'

const octas = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const rate: fc.Arbitrary<Rate> = fc
  .tuple(fc.bigInt({ min: 0n, max: 10_000n }), fc.bigInt({ min: 0n, max: 10_000n }))
  .map(([numerator, denominator]) => ({ numerator, denominator }))

describe('splitPrice', () => {
  it('splits as in mainnet transaction 2313248448', () => {
    expect(splitPrice(3_400_000_000n, { numerator: 15n, denominator: 1000n }, bps(420))).toEqual({
      commissionOctas: 51_000_000n,
      royaltyOctas: 142_800_000n,
      sellerOctas: 3_206_200_000n,
    })
  })

  it('adds up to the price and leaves no part negative, whatever the rates', () => {
    fc.assert(
      fc.property(octas, rate, rate, (price, commission, royalty) => {
        const parts = splitPrice(price, commission, royalty)
        expect(parts.sellerOctas + parts.commissionOctas + parts.royaltyOctas).toBe(price)
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0n)
      }),
    )
  })

  it('of a higher price brings an octa less at most, where the rates together take no more than the price', () => {
    const parts = fc
      .tuple(fc.bigInt(0n, 10_000n), fc.bigInt(0n, 10_000n))
      .filter(([one, other]) => one + other <= 10_000n)
    const prices = fc.tuple(octas, fc.oneof(octas, fc.bigInt(0n, 400n)))
    fc.assert(
      fc.property(prices, parts, ([price, more], [commission, royalty]) => {
        const [low, high] = [price, price + more].map(
          (each) => splitPrice(each, bps(Number(commission)), bps(Number(royalty))).sellerOctas,
        ) as [bigint, bigint]
        expect(high - low).toBeGreaterThanOrEqual(-1n)
      }),
      {
        examples: [
          [
            [299n, 1n],
            [100n, 100n],
          ],
        ],
      },
    )
  })

  it('pays the royalty before the commission when both do not fit', () => {
    expect(splitPrice(100n, bps(5_000), bps(8_000))).toEqual({
      royaltyOctas: 80n,
      commissionOctas: 20n,
      sellerOctas: 0n,
    })
    expect(splitPrice(100n, bps(500), bps(12_000))).toEqual({
      royaltyOctas: 100n,
      commissionOctas: 0n,
      sellerOctas: 0n,
    })
  })
})
