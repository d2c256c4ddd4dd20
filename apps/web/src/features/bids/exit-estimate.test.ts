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
    expect(estimateExit(BIDS, 500, 1)).toEqual({
      ...{ count: 1, grossOctas: 990n, netOctas: 941n, averageOctas: 941n, lastPrice: 990n },
    })
    expect(estimateExit(BIDS, 500, 5)).toEqual({
      ...{ count: 3, grossOctas: 2_990n, netOctas: 941n + 2n * 925n, averageOctas: 930n, lastPrice: 1_000n },
    })
    expect(estimateExit([], 500, 3)).toMatchObject({ count: 0, netOctas: 0n, averageOctas: 0n, lastPrice: null })
  })

  it('brings on average less with every token more, and never more than the bids pay', () => {
    const bid = fc.record({
      ...{ price: fc.bigInt(1n, 10_000n), size: fc.integer({ min: 1, max: 5 }), commissionBps: fc.nat(500) },
    })
    fc.assert(
      fc.property(fc.array(bid, { maxLength: 8 }), fc.nat(1_000), fc.nat(20), (bids, royalty, count) => {
        const [one, more] = [estimateExit(bids, royalty, count), estimateExit(bids, royalty, count + 1)]
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
