import type { Collection } from '@opal/contract/collections'
import type { CollectionSortKey } from '@opal/contract/constants/sorts'
import { toOctas } from '../../../shared/format/apt.ts'

type SortValue = (collection: Collection) => bigint | number | string | null

const SORT_VALUES: Readonly<Record<CollectionSortKey, SortValue>> = {
  ALL_TIME_VOLUME: (row) => toOctas(row.allTimeVolume),
  THIRTY_D_VOLUME: (row) => toOctas(row.thirtyDaysVolume),
  SEVEN_D_VOLUME: (row) => toOctas(row.sevenDaysVolume),
  ONE_D_VOLUME: (row) => toOctas(row.oneDayVolume),
  ONE_H_VOLUME: (row) => toOctas(row.oneHourVolume),
  ALL_TIME_SALES: (row) => row.allTimeSales,
  THIRTY_D_SALES: (row) => row.thirtyDaysSales,
  SEVEN_D_SALES: (row) => row.sevenDaysSales,
  ONE_D_SALES: (row) => row.oneDaySales,
  ONE_H_SALES: (row) => row.oneHourSales,
  FLOOR_PRICE: (row) => toOctas(row.floorPrice),
  TOP_BID: (row) => toOctas(row.topBid),
  MARKET_CAP: (row) => toOctas(row.marketCap),
  ONE_H_CHANGE: (row) => row.oneHourChangePercent,
  ONE_D_CHANGE: (row) => row.oneDayChangePercent,
  SEVEN_D_CHANGE: (row) => row.sevenDaysChangePercent,
  THIRTY_D_CHANGE: (row) => row.thirtyDaysChangePercent,
  OWNERS: (row) => row.uniqueOwnersCount,
  SUPPLY: (row) => row.currentSupply,
  LISTED: (row) => row.listedCount,
  NAME: (row) => row.collectionName.toLowerCase(),
  TRENDING: (row) => toOctas(row.oneDayVolume),
}

const VOLUMES: Partial<Record<CollectionSortKey, (collection: Collection) => string>> = {
  ALL_TIME_SALES: (row) => row.allTimeVolume,
  THIRTY_D_SALES: (row) => row.thirtyDaysVolume,
  SEVEN_D_SALES: (row) => row.sevenDaysVolume,
  ONE_D_SALES: (row) => row.oneDayVolume,
  ONE_H_SALES: (row) => row.oneHourVolume,
}

const BY_WINDOW = /^(THIRTY_D|SEVEN_D|ONE_D|ONE_H)_(VOLUME|SALES)$|^TRENDING$/

/** Returns the order among equal values: the volume of as many sales, or that of all time without a sale in the window. */
function tieOf(key: CollectionSortKey, row: Collection): bigint {
  if (BY_WINDOW.test(key) && BigInt(SORT_VALUES[key](row) ?? 0) === 0n) return BigInt(row.allTimeVolume)
  return BigInt(VOLUMES[key]?.(row) ?? 0)
}

/**
 * Sorts favourites in the table's order. Unknown values come last in both directions, as on the server.
 * @source docs/product/collections.md#equal-values
 */
export function sortFavourites(
  rows: readonly Collection[],
  { key, order }: { readonly key: CollectionSortKey; readonly order: 'asc' | 'desc' },
): readonly Collection[] {
  const sortValueOf = SORT_VALUES[key]
  const compare = <Value extends bigint | number | string>(left: Value, right: Value) => {
    const ascending = left < right ? -1 : left > right ? 1 : 0
    return order === 'asc' ? ascending : -ascending
  }
  return rows
    .map((row) => ({ row, value: sortValueOf(row), tie: tieOf(key, row) }))
    .sort((a, b) => {
      const unequal =
        a.value === null || b.value === null
          ? Number(a.value === null) - Number(b.value === null)
          : compare(a.value, b.value)
      return unequal || compare(a.tie, b.tie) || compare(a.row.collectionId, b.row.collectionId)
    })
    .map(({ row }) => row)
}
