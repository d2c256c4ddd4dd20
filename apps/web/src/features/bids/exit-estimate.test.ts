import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExitBid, estimateExit, type HeldToken } from './exit-estimate.ts'

const BIDS: readonly ExitBid[] = [
  { price: 1_000n, size: 2, commissionBps: 250, tokens: null },
  // Less gross and more net.
  { price: 990n, size: 1, commissionBps: 0, tokens: null },
]

const held = (royalties: readonly (number | null)[]): readonly HeldToken[] =>
  royalties.map((royaltyBps, at) => ({ tokenDataId: String(at), royaltyBps }))

describe('selling into bids', () => {
  // @feature book.sell-many
  it('takes what leaves most after commission and royalty first', () => {
    expect(estimateExit(BIDS, held([500]))).toEqual({
      ...{ sold: [0], grossOctas: 990n, netOctas: 941n, averageOctas: 941n, lowestPrice: 990n },
      isBeforeRoyalty: false,
    })
    expect(estimateExit(BIDS, held(Array(5).fill(500)))).toEqual({
      ...{ sold: [0, 1, 2], grossOctas: 2_990n, netOctas: 941n + 2n * 925n, averageOctas: 930n, lowestPrice: 990n },
      isBeforeRoyalty: false,
    })
    expect(estimateExit([], held([500, 500, 500]))).toMatchObject({
      sold: [],
      netOctas: 0n,
      averageOctas: 0n,
      lowestPrice: null,
    })
  })

  it('takes off each token’s own royalty, rounded down, and never more than the bid pays', () => {
    expect(estimateExit(BIDS, held([0, 1_000]))).toMatchObject({ netOctas: 990n + 875n })
    expect(estimateExit([{ price: 99n, size: 1, commissionBps: 500, tokens: null }], held([10_000]))).toMatchObject({
      netOctas: 0n,
    })
  })

  it('brings on average less with every token more, and never more than the bids pay', () => {
    const bid = fc.record({
      ...{ price: fc.bigInt(1n, 10_000n), size: fc.integer({ min: 1, max: 5 }), commissionBps: fc.nat(500) },
      tokens: fc.constant(null),
    })
    fc.assert(
      fc.property(fc.array(bid, { maxLength: 8 }), fc.nat(1_000), fc.nat(20), (bids, royalty, count) => {
        const [one, more] = [count, count + 1].map((tokens) => estimateExit(bids, held(Array(tokens).fill(royalty))))
        if (one === undefined || more === undefined) return
        expect(one.netOctas <= one.grossOctas).toBe(true)
        expect(one.sold.length).toBe(
          Math.min(
            count,
            bids.reduce((sum, { size }) => sum + size, 0),
          ),
        )
        if (one.sold.length > 0) expect(more.averageOctas <= one.averageOctas).toBe(true)
      }),
    )
  })

  // @feature book.sell-many
  it('takes the bids on a token itself and on sets that it is in, and passes over tokens without a bid', () => {
    const bids: readonly ExitBid[] = [
      { price: 100n, size: 1, commissionBps: 0, tokens: null },
      { price: 300n, size: 1, commissionBps: 0, tokens: new Set(['1', '3']) },
      { price: 200n, size: 5, commissionBps: 0, tokens: new Set(['4']) },
    ]
    const sale = estimateExit(bids, held(Array(5).fill(0)))
    // The first takes the bid on any token, the second that on its set, which the fourth has missed then.
    expect(sale).toMatchObject({ sold: [0, 1, 4], grossOctas: 600n, lowestPrice: 100n })
    expect(estimateExit(bids, held(Array(5).fill(0)), 2)).toMatchObject({ sold: [0, 1], grossOctas: 400n })
  })

  // @feature book.sell-many
  it('sells every token once at most, into bids that take it, no bid beyond its size, and each count is the beginning of the next', () => {
    const ids = ['0', '1', '2', '3', '4', '5']
    const bid = fc.record({
      ...{ price: fc.bigInt(1n, 10_000n), size: fc.integer({ min: 1, max: 3 }), commissionBps: fc.nat(500) },
      tokens: fc.option(fc.subarray(ids).map((some) => new Set(some))),
    })
    const royalties = fc.array(fc.option(fc.nat(1_000)), { maxLength: ids.length })
    fc.assert(
      fc.property(fc.array(bid, { maxLength: 6 }), royalties, fc.nat(6), (bids, all, count) => {
        const sale = estimateExit(bids, held(all), count)
        expect(new Set(sale.sold).size).toBe(sale.sold.length)
        expect(sale.sold.length).toBeLessThanOrEqual(count)
        const wanting = sale.sold.filter((at) => bids.some(({ tokens }) => tokens?.has(String(at)) ?? true))
        expect(wanting).toEqual(sale.sold)
        expect(sale.sold.length).toBeLessThanOrEqual(bids.reduce((sum, { size }) => sum + size, 0))
        expect(estimateExit(bids, held(all), count + 1).sold.slice(0, sale.sold.length)).toEqual(sale.sold)
        expect(sale.isBeforeRoyalty).toBe(sale.sold.some((at) => all[at] === null))
      }),
    )
  })
})
