import type { BulkLoad } from '@opal/store/maintenance/bulk/bulk-load'
import type { CopySink } from '@opal/store/maintenance/bulk/copy-sink'
import { activities, lots, sales, tokenHolders } from '@opal/store/schema/history'
import { nameLookups, primaryNames } from '@opal/store/schema/names'
import { bidPools, collectionOffers, listings, tokenOffers } from '@opal/store/schema/orders'
import { pointsLedger } from '@opal/store/schema/points'
import { images, metadata, tokenRarity } from '@opal/store/schema/projections'
import { transactions } from '@opal/store/schema/raw'
import { collectionHours, collectionStats } from '@opal/store/schema/stats'
import { defineTable, text } from '@opal/store/schema/table'
import { collections, royalties, tokenDatas, tokenOwnerships } from '@opal/store/schema/tokens'

const METADATA = [
  'uri',
  'status',
  'image',
  'animation_url',
  'attributes',
  'attempts',
  'next_attempt_at',
  'error',
] as const
const IMAGES = ['src', 'status', 'width', 'height', 'colour', 'attempts', 'next_attempt_at', 'error'] as const

/** Holders with what they are ordered by name by, which a trigger writes otherwise. */
const namedHolders = defineTable(tokenHolders.name, tokenHolders.key, { ...tokenHolders.columns, name_key: text })

/** Returns every table that is filled, each open for rows whose values come in the order of its columns. */
export async function openLargeSinks(load: BulkLoad) {
  return {
    transactions: await load.open(transactions, columnsOf(transactions)),
    activities: await load.open(activities, columnsOf(activities)),
    sales: await load.open(sales, columnsOf(sales)),
    listings: await load.open(listings, columnsOf(listings)),
    tokenOffers: await load.open(tokenOffers, columnsOf(tokenOffers)),
    collectionOffers: await load.open(collectionOffers, columnsOf(collectionOffers)),
    pools: await load.open(bidPools, columnsOf(bidPools)),
    lots: await load.open(lots, columnsOf(lots)),
    points: await load.open(pointsLedger, columnsOf(pointsLedger)),
    hours: await load.open(collectionHours, columnsOf(collectionHours)),
    collections: await load.open(collections, columnsOf(collections)),
    stats: await load.open(collectionStats, columnsOf(collectionStats)),
    royalties: await load.open(royalties, columnsOf(royalties)),
    tokens: await load.open(tokenDatas, columnsOf(tokenDatas)),
    ownerships: await load.open(tokenOwnerships, columnsOf(tokenOwnerships)),
    holders: await load.open(namedHolders, columnsOf(namedHolders)),
    metadata: await load.open(metadata, METADATA),
    rarity: await load.open(tokenRarity, columnsOf(tokenRarity)),
    images: await load.open(images, IMAGES),
    names: await load.open(nameLookups, columnsOf(nameLookups)),
    primaryNames: await load.open(primaryNames, columnsOf(primaryNames)),
  }
}

export type LargeSinks = Readonly<Record<keyof Awaited<ReturnType<typeof openLargeSinks>>, CopySink>>

/** Names of the tables that are filled. */
export const LARGE_TABLES: readonly string[] = [
  transactions,
  activities,
  sales,
  listings,
  tokenOffers,
  collectionOffers,
  bidPools,
  lots,
  pointsLedger,
  collectionHours,
  collections,
  collectionStats,
  royalties,
  tokenDatas,
  tokenOwnerships,
  tokenHolders,
  metadata,
  tokenRarity,
  images,
  nameLookups,
  primaryNames,
].map((table) => table.name)

function columnsOf<Columns extends Readonly<Record<string, unknown>>>(table: {
  readonly columns: Columns
}): readonly (keyof Columns & string)[] {
  return Object.keys(table.columns)
}
