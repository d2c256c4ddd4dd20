import type { Store } from '../../driver/connection.ts'
import { favourites, verifiedCollections } from '../../schema/accounts.ts'
import { activities, sales } from '../../schema/history.ts'
import { transactions } from '../../schema/raw.ts'
import { collectionHours, collectionStats } from '../../schema/stats.ts'
import { appendChanges } from '../append-changes.ts'
import { insertRows } from '../insert-rows.ts'
import { type SmallMarketOptions, THIRD_TOKEN } from '../small-market-ids.ts'

const APT = 100_000_000n
/** Hash of the one transaction that is stored. */
const HASH = `0x${'ab'.repeat(32)}`
const HOUR = 3_600_000_000n

/** Sales, activities, stats and live messages of the small market. */
export async function seedPast(store: Pick<Store, 'db'>, options: SmallMarketOptions): Promise<void> {
  const { ids, marketplace, nowMicros } = options
  const past = [
    { version: 95n, at: nowMicros - 2n * HOUR, price: APT, token: ids.tokenDataId },
    { version: 85n, at: nowMicros - 72n * HOUR, price: 4n * APT, token: THIRD_TOKEN },
    { version: 75n, at: nowMicros - 960n * HOUR, price: 5n * APT, token: ids.listedTokenDataId },
  ]
  await insertRows(
    store,
    sales,
    past.map((sale) => ({
      version: sale.version,
      event_index: 2,
      marketplace,
      source: 'listing',
      order_id: `0x${'7'.repeat(64)}`,
      token_data_id: sale.token,
      property_version: 0n,
      collection_id: ids.collectionId,
      seller: ids.buyer,
      buyer: ids.owner,
      price_octas: sale.price,
      commission_octas: null,
      royalty_octas: null,
      is_wash: false,
      at_micros: sale.at,
    })),
  )
  await insertRows(
    store,
    collectionHours,
    past.map((sale) => ({
      collection_id: ids.collectionId,
      hour_micros: (sale.at / HOUR) * HOUR,
      volume_octas: sale.price,
      sales: 1n,
      floor_octas: sale.price,
      listed_count: 1n,
      owner_count: 2n,
    })),
  )
  await seedStats(store, options)
  await insertRows(store, transactions, [
    {
      version: 95n,
      hash: HASH,
      block_height: 40n,
      epoch: 1n,
      timestamp_micros: nowMicros - 2n * HOUR,
      success: true,
      sender: ids.owner,
      entry_function: null,
      gas_used: 10n,
      gas_unit_price: 100n,
    },
  ])
  const activity = (version: bigint, kind: string, token: string | null, price: bigint | null) => ({
    version,
    event_index: 2,
    kind,
    marketplace: kind === 'mint' || kind === 'transfer' ? null : marketplace,
    collection_id: ids.collectionId,
    token_data_id: token,
    from_address: kind === 'sale' ? ids.buyer : ids.owner,
    to_address: kind === 'sale' || kind === 'mint' ? ids.owner : kind === 'transfer' ? ids.buyer : null,
    price_octas: price,
    amount: kind === 'collection-bid' ? 3n : null,
    order_id: null,
    at_micros: nowMicros - (100n - version) * HOUR,
    transaction_hash: version === 95n ? HASH : null,
  })
  await insertRows(store, activities, [
    activity(75n, 'sale', ids.listedTokenDataId, 5n * APT),
    activity(80n, 'mint', ids.tokenDataId, null),
    activity(85n, 'sale', THIRD_TOKEN, 4n * APT),
    activity(88n, 'transfer', ids.tokenDataId, null),
    activity(90n, 'list', ids.listedTokenDataId, 2n * APT),
    activity(91n, 'collection-bid', null, (3n * APT) / 2n),
    activity(95n, 'sale', ids.tokenDataId, APT),
  ])
}

async function seedStats(store: Pick<Store, 'db'>, { ids, nowMicros }: SmallMarketOptions): Promise<void> {
  await insertRows(store, collectionStats, [
    {
      collection_id: ids.collectionId,
      floor_octas: 2n * APT,
      top_bid_octas: (3n * APT) / 2n,
      listed_count: 2n,
      owner_count: 2n,
      supply: 4n,
      volume_all_octas: 10n * APT,
      sales_all: 3n,
      last_sale_octas: APT,
      best_proceeds_octas: 5n * APT,
      last_mint_micros: nowMicros - 20n * HOUR,
      has_several_minters: false,
      last_version: 95n,
    },
  ])
  await insertRows(store, verifiedCollections, [
    { collection_id: ids.collectionId, is_featured: true, added_at: '2026-01-01T00:00:00Z' },
  ])
  await insertRows(store, favourites, [
    { wallet: ids.owner, collection_id: ids.collectionId, added_at: '2026-01-01T00:00:00Z' },
  ])
  const change = { version: 95n, at_micros: nowMicros, collection_id: ids.collectionId }
  await appendChanges(store, [
    { ...change, kind: 'activity', payload: { index: 2, kind: 'sale' } },
    { ...change, kind: 'floor_change', payload: { old: '100', new: '200' } },
  ])
}
