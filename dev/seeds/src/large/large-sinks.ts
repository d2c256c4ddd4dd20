import type { BulkLoad } from '@opal/store/bulk/bulk-load'
import type { CopySink } from '@opal/store/bulk/copy-sink'
import { activities } from '@opal/store/tables/activities'
import { collectionHours } from '@opal/store/tables/collection-hours'
import { collectionOffers } from '@opal/store/tables/collection-offers'
import { collectionStats } from '@opal/store/tables/collection-stats'
import { collections } from '@opal/store/tables/collections'
import { images } from '@opal/store/tables/images'
import { listings } from '@opal/store/tables/listings'
import { lots } from '@opal/store/tables/lots'
import { metadata } from '@opal/store/tables/metadata'
import { pointsLedger } from '@opal/store/tables/points-ledger'
import { royalties } from '@opal/store/tables/royalties'
import { sales } from '@opal/store/tables/sales'
import { tokenDatas } from '@opal/store/tables/token-datas'
import { tokenHolders } from '@opal/store/tables/token-holders'
import { tokenOffers } from '@opal/store/tables/token-offers'
import { tokenOwnerships } from '@opal/store/tables/token-ownerships'
import { tokenRarity } from '@opal/store/tables/token-rarity'
import { transactions } from '@opal/store/tables/transactions'

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

/** Every table that is filled, each open for rows whose values come in the order of its columns. */
export async function openLargeSinks(load: BulkLoad) {
  return {
    transactions: await load.open(transactions, columnsOf(transactions)),
    activities: await load.open(activities, columnsOf(activities)),
    sales: await load.open(sales, columnsOf(sales)),
    listings: await load.open(listings, columnsOf(listings)),
    tokenOffers: await load.open(tokenOffers, columnsOf(tokenOffers)),
    collectionOffers: await load.open(collectionOffers, columnsOf(collectionOffers)),
    lots: await load.open(lots, columnsOf(lots)),
    points: await load.open(pointsLedger, columnsOf(pointsLedger)),
    hours: await load.open(collectionHours, columnsOf(collectionHours)),
    collections: await load.open(collections, columnsOf(collections)),
    stats: await load.open(collectionStats, columnsOf(collectionStats)),
    royalties: await load.open(royalties, columnsOf(royalties)),
    tokens: await load.open(tokenDatas, columnsOf(tokenDatas)),
    ownerships: await load.open(tokenOwnerships, columnsOf(tokenOwnerships)),
    holders: await load.open(tokenHolders, columnsOf(tokenHolders)),
    metadata: await load.open(metadata, METADATA),
    rarity: await load.open(tokenRarity, columnsOf(tokenRarity)),
    images: await load.open(images, IMAGES),
  }
}

export type LargeSinks = Readonly<Record<keyof Awaited<ReturnType<typeof openLargeSinks>>, CopySink>>

/** Their names. */
export const LARGE_TABLES: readonly string[] = [
  transactions,
  activities,
  sales,
  listings,
  tokenOffers,
  collectionOffers,
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
].map((table) => table.name)

function columnsOf<Columns extends Readonly<Record<string, unknown>>>(table: {
  readonly columns: Columns
}): readonly (keyof Columns & string)[] {
  return Object.keys(table.columns)
}
