import type { BidLevel } from '@opal/contract/bids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bidRungs, changedLevels, spreadOf } from './bid-rungs.ts'

function level(price: number, size: number): BidLevel {
  return {
    id: String(price),
    price: String(price),
    size: String(size),
    bidders: 1,
    buyers: [],
    totalPrice: String(price * size),
  }
}

describe('bidRungs', () => {
  it('accumulates sizes and prices from the best bid down', () => {
    const rungs = bidRungs([level(30, 1), level(20, 3)])
    expect(rungs.map(({ depth, depthPrice, share }) => [depth, depthPrice, share])).toEqual([
      [1, 30n, 0.25],
      [4, 90n, 1],
    ])
  })

  it('has a depth that never decreases, and ends with a share of 1', () => {
    const levels = fc.array(
      fc.record({ price: fc.integer({ min: 1, max: 99 }), size: fc.integer({ min: 1, max: 99 }) }),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    fc.assert(
      fc.property(levels, (any) => {
        const shares = bidRungs(any.map(({ price, size }) => level(price, size))).map(({ share }) => share)
        expect(shares).toEqual(shares.toSorted((a, b) => a - b))
        expect(shares.at(-1)).toBe(1)
      }),
    )
  })
})

describe('changedLevels', () => {
  it('returns new prices and changed sizes, not unchanged or removed ones', () => {
    expect(
      changedLevels([level(30, 1), level(20, 3), level(10, 1)], [level(40, 1), level(30, 1), level(20, 2)]),
    ).toEqual(['40', '20'])
  })
})

describe('spreadOf', () => {
  it('measures from the floor down to the best bid', () => {
    expect(spreadOf('90', '120')).toEqual({ octas: 30n, percent: 25 })
    expect(spreadOf('130', '120')).toEqual({ octas: -10n, percent: -8.33 })
    expect(spreadOf(null, '120')).toBeNull()
    expect(spreadOf('1', '0')).toBeNull()
  })

  // @feature bids.spread
  it('has no percent of many digits', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n), fc.bigInt(1n, 2n ** 64n), (topBid, floor) => {
        const spread = spreadOf(String(topBid), String(floor))
        expect(spread?.octas).toBe(floor - topBid)
        expect(spread?.percent === null).toBe(topBid - floor >= floor * 10n - floor / 20_000n)
        expect(String(spread?.percent ?? '').length).toBeLessThanOrEqual(7)
      }),
    )
    expect(spreadOf('1320', '120')).toEqual({ octas: -1200n, percent: null })
    expect(spreadOf('1319', '120')).toEqual({ octas: -1199n, percent: -999.17 })
  })
})
