import type { Collection, CollectionSortKey } from '@opal/contract/collections'

type SortValue = (collection: Collection) => bigint | number | string | null
const octas = (text: string | null) => (text === null ? null : BigInt(text))

const SORT_VALUES: Readonly<Record<CollectionSortKey, SortValue>> = {
  ALL_TIME_VOLUME: (row) => octas(row.allTimeVolume),
  THIRTY_D_VOLUME: (row) => octas(row.thirtyDaysVolume),
  SEVEN_D_VOLUME: (row) => octas(row.sevenDaysVolume),
  ONE_D_VOLUME: (row) => octas(row.oneDayVolume),
  ONE_H_VOLUME: (row) => octas(row.oneHourVolume),
  ALL_TIME_SALES: (row) => row.allTimeSales,
  THIRTY_D_SALES: (row) => row.thirtyDaysSales,
  SEVEN_D_SALES: (row) => row.sevenDaysSales,
  ONE_D_SALES: (row) => row.oneDaySales,
  ONE_H_SALES: (row) => row.oneHourSales,
  FLOOR_PRICE: (row) => octas(row.floorPrice),
  TOP_BID: (row) => octas(row.topBid),
  MARKET_CAP: (row) => octas(row.marketCap),
  ONE_H_CHANGE: (row) => row.oneHourChangePercent,
  ONE_D_CHANGE: (row) => row.oneDayChangePercent,
  SEVEN_D_CHANGE: (row) => row.sevenDaysChangePercent,
  THIRTY_D_CHANGE: (row) => row.thirtyDaysChangePercent,
  OWNERS: (row) => row.uniqueOwnersCount,
  SUPPLY: (row) => row.currentSupply,
  LISTED: (row) => row.listedCount,
  NAME: (row) => row.collectionName.toLowerCase(),
  TRENDING: (row) => octas(row.oneDayVolume),
}

/** Sorts favourites in the table's order. Unknown values come last in both directions, as on the server. */
export function sortFavourites(
  rows: readonly Collection[],
  { key, order }: { readonly key: CollectionSortKey; readonly order: 'asc' | 'desc' },
): readonly Collection[] {
  const sortValueOf = SORT_VALUES[key]
  return rows.toSorted((a, b) => {
    const left = sortValueOf(a)
    const right = sortValueOf(b)
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    const ascending = left < right ? -1 : left > right ? 1 : 0
    return order === 'asc' ? ascending : -ascending
  })
}
