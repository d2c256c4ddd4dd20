import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { offerAnomaly } from './price-anomalies.ts'
import { offerAnomalies, textOf } from './testing/known-references.ts'

// @feature bid.fat-finger
it('reports an offer of five times the last sale and the top bid when there is no floor', () => {
  expect(offerAnomaly(500_000_000n, 100_000_000n, null)?.reference).toBe('the last sale')
  expect(offerAnomaly(500_000_000n, 100_000_000n, 101_000_000n)).toBeNull()
  expect(offerAnomaly(505_000_000n, 100_000_000n, 101_000_000n)?.reference).toBe('the top bid')
  expect(offerAnomaly(10n ** 16n, null, null)).toBeNull()
})

// @feature bid.fat-finger
it('lets a floor bound an offer, unless it is twenty times the last sale and the top bid or more: anyone can ask any price', () => {
  const amount = fc.bigInt({ min: 100_000n, max: 10n ** 10n })
  const times = fc.oneof(fc.constantFrom(19n, 20n), fc.bigInt({ min: 1n, max: 10n ** 4n }))
  fc.assert(
    fc.property(amount, fc.option(amount), times, times, (lastSale, topBid, floorTimes, offerTimes) => {
      fc.pre(topBid === null || topBid < lastSale * 20n)
      const most = topBid !== null && topBid > lastSale ? topBid : lastSale
      const texts = { floor: String(most * floorTimes), lastSale: String(lastSale), topBid: textOf(topBid) }
      const isFar = floorTimes >= 20n && offerTimes >= 5n
      expect(offerAnomalies('It', most * offerTimes, texts)).toHaveLength(isFar ? 1 : 0)
      // A low bid alone says nothing of what an item is worth.
      expect(offerAnomalies('It', most * offerTimes, { ...texts, lastSale: null })).toEqual([])
    }),
  )
})

// @feature bid.fat-finger
it('compares an offer with no top bid of twenty times the last sale or more: its bidder takes it back, and sells into what was lured by it', () => {
  const amount = fc.bigInt({ min: 100_000n, max: 10n ** 10n })
  fc.assert(
    fc.property(amount, fc.bigInt(20n, 10n ** 4n), fc.option(fc.bigInt(1n, 100n)), (sale, times, ask) => {
      const bait = sale * times
      // The only item for sale may be the same person's.
      const floor = textOf(ask === null ? null : bait * ask)
      const references = { lastSale: String(sale), topBid: String(bait), floor }
      expect(offerAnomalies('It', bait + 1_000_000n, references)[0]?.sentence).toContain('the last sale')
    }),
  )
})
