import { COLLECTION_SORT_KEYS } from '@opal/contract/constants/sorts'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { sortFavourites } from './sort-favourites.ts'

const count = fc.nat(2)
const octas = count.map(String)
const unknown = fc.option(count)
const collection = fc.record({
  oneHourVolume: octas,
  oneDayVolume: octas,
  sevenDaysVolume: octas,
  thirtyDaysVolume: octas,
  allTimeVolume: octas,
  oneHourSales: count,
  oneDaySales: count,
  sevenDaysSales: count,
  thirtyDaysSales: count,
  allTimeSales: count,
  oneHourChangePercent: unknown,
  oneDayChangePercent: unknown,
  floorPrice: fc.option(octas),
})
const market = fc
  .array(collection, { maxLength: 8 })
  .map((rows) => rows.map((row, at) => testingCollection(`0x${String(at).padStart(64, '0')}`, row)))

const WINDOWS = [
  ['ONE_H', 'oneHour'],
  ['ONE_D', 'oneDay'],
  ['SEVEN_D', 'sevenDays'],
  ['THIRTY_D', 'thirtyDays'],
] as const
const signOf = (left: bigint, right: bigint) => (left < right ? -1 : left > right ? 1 : 0)

// @feature landing.ties
it('orders equal numbers of sales by their volume, and those without a sale in any window by volume of all time', () => {
  fc.assert(
    fc.property(market, fc.constantFrom(...WINDOWS), fc.constantFrom('asc', 'desc'), (rows, [key, field], order) => {
      const direction = order === 'asc' ? 1 : -1
      for (const unit of ['VOLUME', 'SALES'] as const) {
        const sorted = sortFavourites(rows, { key: `${key}_${unit}`, order })
        for (const [at, next] of sorted.slice(1).entries()) {
          const row = sorted[at] ?? next
          const value = (of: typeof row) => BigInt(of[`${field}${unit === 'VOLUME' ? 'Volume' : 'Sales'}`])
          const tie = (of: typeof row) =>
            BigInt(value(of) === 0n ? of.allTimeVolume : unit === 'SALES' ? of[`${field}Volume`] : 0)
          const ids = row.collectionId < next.collectionId ? -1 : 1
          expect(
            (signOf(value(row), value(next)) || signOf(tie(row), tie(next)) || ids) * direction,
            `${key}_${unit}`,
          ).toBe(-1)
        }
      }
    }),
    { numRuns: runs(200) },
  )
})

// @feature landing.ties
it('gives one order by every metric, whatever order the rows came in', () => {
  fc.assert(
    fc.property(
      market.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      fc.constantFrom(...COLLECTION_SORT_KEYS),
      fc.constantFrom('asc', 'desc'),
      ([rows, shuffled], key, order) => {
        expect(sortFavourites(shuffled, { key, order })).toEqual(sortFavourites(rows, { key, order }))
      },
    ),
    { numRuns: runs(200) },
  )
})
