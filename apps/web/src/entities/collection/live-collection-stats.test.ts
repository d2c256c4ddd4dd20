import type { Collection } from '@opal/contract/collections'
import type { LiveMessage } from '@opal/contract/live'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patchCollection } from './live-collection-stats.ts'

const collectionId = `0x${'c'.repeat(64)}`
const row = {
  collectionId,
  floorPrice: '100',
  topBid: '50',
  marketCap: '1000',
  currentSupply: 10,
  oneHourAgoFloorPrice: '100',
  oneDayAgoFloorPrice: '90',
  sevenDaysAgoFloorPrice: null,
  thirtyDaysAgoFloorPrice: '240',
  oneHourVolume: '2',
  oneDayVolume: '5',
  sevenDaysVolume: '20',
  thirtyDaysVolume: '30',
  allTimeVolume: '900',
  totalVolume: '900',
  oneHourSales: 1,
  oneDaySales: 2,
  sevenDaysSales: 4,
  thirtyDaysSales: 7,
  allTimeSales: 60,
  version: '40',
} as Collection

function message(
  kind: 'floor_change' | 'bid_change' | 'volume_change',
  value: string | null,
  version = '41',
): LiveMessage {
  return { kind, id: '1', collectionId, version, at: '1', new: value, old: null }
}

// @feature landing.live, collection.live-figures
describe('patchCollection', () => {
  it('applies a new floor and the market cap that follows from it', () => {
    expect(patchCollection(row, message('floor_change', '120'))).toMatchObject({ floorPrice: '120', marketCap: '1200' })
    expect(patchCollection(row, message('floor_change', null))).toMatchObject({ floorPrice: null, marketCap: null })
  })

  it('updates the change of every window with a new floor', () => {
    expect(patchCollection(row, message('floor_change', '120'))).toMatchObject({
      oneHourChangePercent: 20,
      oneDayChangePercent: 33.33,
      sevenDaysChangePercent: null,
      thirtyDaysChangePercent: -50,
    })
    expect(patchCollection(row, message('floor_change', null))).toMatchObject({ oneHourChangePercent: null })
  })

  it('adds a sale to the volume of every window', () => {
    expect(patchCollection(row, message('volume_change', '907'))).toMatchObject({
      oneHourVolume: '9',
      oneDayVolume: '12',
      sevenDaysVolume: '27',
      thirtyDaysVolume: '37',
      allTimeVolume: '907',
    })
  })

  it('adds its sales to every window with their volume, once, and none from an earlier version, which does not say them', () => {
    const windows = ['oneHour', 'oneDay', 'sevenDays', 'thirtyDays', 'allTime'] as const
    const sales = fc.array(fc.record({ octas: fc.bigInt({ min: 1n, max: 1_000n }), count: fc.nat({ max: 3 }) }))
    fc.assert(
      fc.property(sales, fc.boolean(), (sold, hasSales) => {
        let [patched, octas, count] = [row, 900n, 60]
        for (const one of sold) {
          octas += one.octas
          count += one.count
          const change = {
            ...message('volume_change', String(octas)),
            ...(hasSales && { sales: count }),
          } as LiveMessage
          patched = patchCollection(patched, change)
          // It may come twice, or after the page has read it.
          expect(patchCollection(patched, change)).toEqual(patched)
        }
        const added = [octas - 900n, hasSales ? count - 60 : 0] as const
        for (const window of windows) {
          expect(BigInt(patched[`${window}Volume`]) - BigInt(row[`${window}Volume`])).toBe(added[0])
          expect(patched[`${window}Sales`] - row[`${window}Sales`]).toBe(added[1])
        }
      }),
    )
  })

  it('returns the row unchanged when it already includes the message or is of another collection', () => {
    expect(patchCollection(row, message('bid_change', '60', '39'))).toBe(row)
    expect(patchCollection({ ...row, collectionId: '0x0' }, message('bid_change', '60')).topBid).toBe('50')
    expect(patchCollection(row, message('bid_change', '60')).topBid).toBe('60')
    // An offer that ran out moves the top bid without a transaction.
    expect(patchCollection(row, message('bid_change', '60', '40')).topBid).toBe('60')
  })
})
