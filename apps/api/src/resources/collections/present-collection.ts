import type { Collection, CollectionDetail } from '@opal/contract/collections'
import { changePercent, type Rate, toBps } from '@opal/domain/prices/rates'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import type { KnownCollection } from '@opal/store/queries/collections/known-collections'
import type { CollectionRow, RoyaltyRow } from '@opal/store/queries/collections/read-collections'
import { toText, toTextOrNull } from '../../wire-values.ts'

/** Returns a collection as the contract shows it. */
export function presentCollection(
  row: CollectionRow,
  sparkline: readonly (bigint | null)[],
  looksLike: KnownCollection | null,
): Collection {
  return {
    collectionId: row.collectionId,
    indexerCollectionId: row.collectionId,
    collectionName: row.name,
    collectionImage: row.image,
    collectionImageFacts: row.imageFacts,
    slug: toCollectionSlug(row.name, row.collectionId),
    ...presentStats(row),
    isVerified: row.isVerified,
    looksLike: looksLike === null ? null : presentLookAlike(looksLike),
    isFeatured: row.isFeatured,
    favorite: row.isFavourite,
    tokenStandard: row.tokenStandard,
    creatorAddress: row.creatorAddress,
    uri: row.uri,
    sparkline: sparkline.map(toTextOrNull),
    version: toText(row.lastVersion),
  }
}

function presentLookAlike({ collectionId, name, isVerified }: KnownCollection) {
  return { collectionId, collectionName: name, slug: toCollectionSlug(name, collectionId), isVerified }
}

function presentStats(row: CollectionRow) {
  return {
    floorPrice: toTextOrNull(row.floorOctas),
    topBid: toTextOrNull(row.topBidOctas),
    marketCap: row.floorOctas === null ? null : toText(row.floorOctas * row.supply),
    oneHourVolume: toText(row.volumeHourOctas),
    oneDayVolume: toText(row.volumeDayOctas),
    sevenDaysVolume: toText(row.volumeWeekOctas),
    thirtyDaysVolume: toText(row.volumeMonthOctas),
    allTimeVolume: toText(row.volumeAllOctas),
    totalVolume: toText(row.volumeAllOctas),
    oneHourSales: Number(row.salesHour),
    oneDaySales: Number(row.salesDay),
    sevenDaysSales: Number(row.salesWeek),
    thirtyDaysSales: Number(row.salesMonth),
    allTimeSales: Number(row.salesAll),
    oneHourChangePercent: changePercent(row.floorOctas, row.floorHourAgoOctas),
    oneDayChangePercent: changePercent(row.floorOctas, row.floorDayAgoOctas),
    sevenDaysChangePercent: changePercent(row.floorOctas, row.floorWeekAgoOctas),
    thirtyDaysChangePercent: changePercent(row.floorOctas, row.floorMonthAgoOctas),
    oneHourAgoFloorPrice: toTextOrNull(row.floorHourAgoOctas),
    oneDayAgoFloorPrice: toTextOrNull(row.floorDayAgoOctas),
    sevenDaysAgoFloorPrice: toTextOrNull(row.floorWeekAgoOctas),
    thirtyDaysAgoFloorPrice: toTextOrNull(row.floorMonthAgoOctas),
    uniqueOwnersCount: Number(row.ownerCount),
    currentSupply: Number(row.supply),
    listedCount: Number(row.listedCount),
    lastSalePrice: toTextOrNull(row.lastSaleOctas),
  }
}

/** Returns a collection as its own page shows it. */
export function presentCollectionDetail(
  row: CollectionRow,
  {
    sparkline,
    looksLike,
    royalty,
  }: {
    readonly sparkline: readonly (bigint | null)[]
    readonly looksLike: KnownCollection | null
    readonly royalty: PresentedRoyalty | null
  },
): CollectionDetail {
  const collection = presentCollection(row, sparkline, looksLike)
  return {
    ...collection,
    description: row.description,
    maxSupply: toTextOrNull(row.maxSupply),
    sevenDayChange: collection.sevenDaysChangePercent,
    oneDayVolumePrice: collection.oneDayVolume,
    topBidPrice: collection.topBid,
    collectionUri: row.uri,
    royaltyBps: royalty?.royaltyBps ?? null,
    royaltyPayee: royalty?.royaltyPayee ?? null,
  }
}

export interface PresentedRoyalty {
  readonly royaltyBps: number
  readonly royaltyPayee: string
}

/** Returns a royalty as the contract shows it. */
export function presentRoyalty(row: Omit<RoyaltyRow, 'objectAddress'>): PresentedRoyalty {
  return { royaltyBps: toBps(toRate(row)), royaltyPayee: row.payeeAddress }
}

/** No royalty at all. */
const NO_RATE: Rate = { numerator: 0n, denominator: 1n }

/** Returns the rate of a royalty row; none without a row. */
export function toRate(row: Omit<RoyaltyRow, 'objectAddress'> | undefined): Rate {
  return row === undefined ? NO_RATE : { numerator: row.numerator, denominator: row.denominator }
}
