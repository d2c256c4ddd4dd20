import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateExit } from './exit-estimate.ts'

const BIDS = [
  { price: 1_000n, size: 2, commissionBps: 250 },
  // Less gross and more net.
  { price: 990n, size: 1, commissionBps: 0 },
]

describe('selling into bids', () => {
  // @feature book.sell-many
  it('takes what leaves most after commission and royalty first', () => {
    expect(estimateExit(BIDS, [500])).toEqual({
      ...{ count: 1, grossOctas: 990n, netOctas: 941n, averageOctas: 941n, lowestPrice: 990n },
    })
    expect(estimateExit(BIDS, Array(5).fill(500))).toEqual({
      ...{ count: 3, grossOctas: 2_990n, netOctas: 941n + 2n * 925n, averageOctas: 930n, lowestPrice: 990n },
    })
    expect(estimateExit([], [500, 500, 500])).toMatchObject({
      count: 0,
      netOctas: 0n,
      averageOctas: 0n,
      lowestPrice: null,
    })
  })

  it('takes off each token’s own royalty, rounded down, and never more than the bid pays', () => {
    expect(estimateExit(BIDS, [0, 1_000])).toMatchObject({ netOctas: 990n + 875n })
    expect(estimateExit([{ price: 99n, size: 1, commissionBps: 500 }], [10_000])).toMatchObject({ netOctas: 0n })
  })

  it('brings on average less with every token more, and never more than the bids pay', () => {
    const bid = fc.record({
      ...{ price: fc.bigInt(1n, 10_000n), size: fc.integer({ min: 1, max: 5 }), commissionBps: fc.nat(500) },
    })
    fc.assert(
      fc.property(fc.array(bid, { maxLength: 8 }), fc.nat(1_000), fc.nat(20), (bids, royalty, count) => {
        const [one, more] = [count, count + 1].map((tokens) => estimateExit(bids, Array(tokens).fill(royalty)))
        if (one === undefined || more === undefined) return
        expect(one.netOctas <= one.grossOctas).toBe(true)
        expect(one.count).toBe(
          Math.min(
            count,
            bids.reduce((sum, { size }) => sum + size, 0),
          ),
        )
        if (one.count > 0) expect(more.averageOctas <= one.averageOctas).toBe(true)
      }),
    )
  })
})
