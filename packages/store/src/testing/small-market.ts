import type { Store } from '../connect.ts'
import { activities } from '../tables/activities.ts'
import { checkpoints } from '../tables/checkpoints.ts'
import { collectionHours } from '../tables/collection-hours.ts'
import { collectionOffers } from '../tables/collection-offers.ts'
import { collectionStats } from '../tables/collection-stats.ts'
import { collections } from '../tables/collections.ts'
import { favourites } from '../tables/favourites.ts'
import { listings } from '../tables/listings.ts'
import { metadata } from '../tables/metadata.ts'
import { royalties } from '../tables/royalties.ts'
import { sales } from '../tables/sales.ts'
import { tokenActivities } from '../tables/token-activities.ts'
import { tokenDatas } from '../tables/token-datas.ts'
import { tokenHolders } from '../tables/token-holders.ts'
import { tokenOffers } from '../tables/token-offers.ts'
import { tokenOwnerships } from '../tables/token-ownerships.ts'
import { transactions } from '../tables/transactions.ts'
import { verifiedCollections } from '../tables/verified-collections.ts'
import { formatMicros } from '../timestamps.ts'
import { appendChanges } from './append-changes.ts'
import { insertRows } from './insert-rows.ts'

/** Ids of the hand-made market below; a test may bring its own. */
export interface SmallMarketIds {
  readonly collectionId: string
  /** Held by the owner, not listed. */
  readonly tokenDataId: string
  /** Listed by the owner for 2 APT. */
  readonly listedTokenDataId: string
  readonly owner: string
  readonly buyer: string
}

export interface SmallMarketOptions {
  readonly ids: SmallMarketIds
  /** Id of the marketplace everything happens on. */
  readonly marketplace: string
  readonly nowMicros: bigint
}

const APT = 100_000_000n
const HOUR = 3_600_000_000n

/** The market's third and fourth token, and its second collection. */
export const THIRD_TOKEN = `0x${'70'.repeat(31)}03`
export const CLOSED_VENUE_TOKEN = `0x${'70'.repeat(31)}04`
export const QUIET_COLLECTION = `0x${'dd'.repeat(32)}`
export const CREATOR = `0x${'ce'.repeat(32)}`

/**
 * A market one can hold in mind. "Monkeys": four tokens, floor 2 APT (owner), another listing at 3 APT (buyer), one on a
 * closed venue at 1 APT; sales of 1 APT two hours ago, 4 APT three days ago, 5 APT forty days ago; a collection offer of
 * 1.5 APT and a token offer of 1.8 APT. "Quiet": no tokens, no trades. All at version 100 or so.
 */
export async function seedSmallMarket(store: Pick<Store, 'db'>, options: SmallMarketOptions): Promise<void> {
  await seedChain(store, options)
  await seedBook(store, options)
  await seedPast(store, options)
}

async function seedChain(store: Pick<Store, 'db'>, { ids, nowMicros }: SmallMarketOptions): Promise<void> {
  const at = { last_transaction_version: 90n, last_transaction_timestamp: formatMicros(nowMicros - HOUR) }
  const collection = (id: string, name: string, supply: bigint) => ({
    collection_id: id,
    creator_address: CREATOR,
    collection_name: name,
    description: `All about ${name}`,
    uri: `ipfs://cid/${name}.json`,
    current_supply: supply,
    max_supply: 100n,
    total_minted_v2: supply,
    mutable_description: true,
    mutable_uri: true,
    table_handle_v1: null,
    token_standard: 'v2',
    collection_properties: null,
    ...at,
  })
  await insertRows(store, collections, [
    collection(ids.collectionId, 'Monkeys', 4n),
    collection(QUIET_COLLECTION, 'Quiet', 0n),
  ])
  const tokens = [ids.tokenDataId, ids.listedTokenDataId, THIRD_TOKEN, CLOSED_VENUE_TOKEN]
  await insertRows(
    store,
    tokenDatas,
    tokens.map((id, index) => ({
      token_data_id: id,
      collection_id: ids.collectionId,
      token_name: `Monkey #${index + 8}`,
      description: '',
      token_uri: `ipfs://cid/${index}.json`,
      token_properties: { Fur: index < 2 ? 'Brown' : 'Gold' },
      maximum: null,
      supply: null,
      largest_property_version_v1: null,
      token_standard: 'v2',
      is_fungible_v2: false,
      decimals: 0n,
      is_deleted_v2: false,
      ...at,
    })),
  )
  const holders = [ids.owner, ids.owner, ids.buyer, ids.owner]
  await insertRows(
    store,
    tokenHolders,
    tokens.map((id, index) => ({
      token_data_id: id,
      property_version: 0n,
      holder: holders[index] as string,
      collection_id: ids.collectionId,
      amount: 1n,
    })),
  )
  await insertRows(
    store,
    tokenOwnerships,
    tokens.map((id, index) => ({
      token_data_id: id,
      property_version_v1: 0n,
      owner_address: holders[index] as string,
      storage_id: id,
      amount: 1n,
      token_standard: 'v2',
      table_type_v1: null,
      token_properties_mutated_v1: null,
      is_soulbound_v2: false,
      is_fungible_v2: false,
      non_transferrable_by_owner: false,
      ...at,
    })),
  )
  await insertRows(store, royalties, [
    {
      object_address: ids.collectionId,
      payee_address: CREATOR,
      numerator: 5n,
      denominator: 100n,
      last_transaction_version: 1n,
    },
  ])
  await insertRows(store, tokenActivities, [
    {
      transaction_version: 80n,
      event_index: 1n,
      event_account_address: ids.collectionId,
      token_data_id: ids.tokenDataId,
      property_version_v1: 0n,
      type: '0x4::collection::MintEvent',
      from_address: ids.collectionId,
      to_address: null,
      token_amount: 1n,
      before_value: null,
      after_value: null,
      entry_function_id_str: null,
      token_standard: 'v2',
      is_fungible_v2: null,
      transaction_timestamp: formatMicros(nowMicros - 900n * HOUR),
    },
  ])
  await insertRows(store, metadata, [
    readyMetadata('ipfs://cid/0.json', 'ipfs://cid/0.svg', [
      { trait_type: 'Fur', value: 'Brown' },
      { trait_type: 'Eyes', value: 'Blue' },
    ]),
    readyMetadata('ipfs://cid/Monkeys.json', 'ipfs://cid/cover.svg', null),
  ])
  await insertRows(store, checkpoints, [
    { stream: 'main', chain_id: 4, next_version: 101n, last_timestamp_micros: nowMicros - 1_000_000n },
  ])
}

function readyMetadata(
  uri: string,
  image: string,
  attributes: readonly { trait_type: string; value: string }[] | null,
) {
  const at = '2026-01-01T00:00:00Z'
  return {
    uri,
    status: 'ready',
    image,
    animation_url: null,
    attributes,
    attempts: 1,
    next_attempt_at: at,
    error: null,
    fetched_at: at,
  }
}

async function seedBook(store: Pick<Store, 'db'>, { ids, marketplace, nowMicros }: SmallMarketOptions): Promise<void> {
  const placed = {
    placed_version: 90n,
    placed_at_micros: nowMicros - HOUR,
    last_version: 90n,
    last_event_index: 0,
    last_at_micros: nowMicros - HOUR,
    property_version: 0n,
    token_standard: 'v2',
    collection_id: ids.collectionId,
    state: 'open',
    marketplace,
  }
  const listing = (name: string, token: string, seller: string, price: bigint, validity = 'valid') => ({
    ...placed,
    listing_id: `0x${name.repeat(64)}`,
    token_data_id: token,
    seller,
    price_octas: price,
    validity,
  })
  await insertRows(store, listings, [
    listing('1', ids.listedTokenDataId, ids.owner, 2n * APT),
    listing('2', THIRD_TOKEN, ids.buyer, 3n * APT),
    { ...listing('3', CLOSED_VENUE_TOKEN, ids.owner, APT, 'venue-closed'), marketplace: 'closed-venue' },
  ])
  const { property_version: _version, token_standard: _standard, ...order } = placed
  await insertRows(store, collectionOffers, [
    {
      ...order,
      offer_id: `0x${'4'.repeat(64)}`,
      buyer: ids.buyer,
      price_octas: (3n * APT) / 2n,
      remaining_amount: 3n,
      expires_at_seconds: nowMicros / 1_000_000n + 3600n,
      validity: 'valid',
    },
  ])
  await insertRows(store, tokenOffers, [
    {
      ...placed,
      offer_id: `0x${'5'.repeat(64)}`,
      token_data_id: ids.tokenDataId,
      buyer: ids.buyer,
      price_octas: (18n * APT) / 10n,
      expires_at_seconds: null,
      validity: 'valid',
    },
    {
      ...placed,
      offer_id: `0x${'6'.repeat(64)}`,
      token_data_id: ids.tokenDataId,
      buyer: CREATOR,
      price_octas: 9n * APT,
      // Over already, though nobody has said so yet.
      expires_at_seconds: nowMicros / 1_000_000n - 1n,
      validity: 'valid',
    },
  ])
}

async function seedPast(store: Pick<Store, 'db'>, options: SmallMarketOptions): Promise<void> {
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
    })),
  )
  await seedFigures(store, options)
  await insertRows(store, transactions, [
    {
      version: 95n,
      hash: `0x${'ab'.repeat(32)}`,
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
    to_address: kind === 'sale' ? ids.owner : kind === 'transfer' ? ids.buyer : null,
    price_octas: price,
    amount: kind === 'collection-bid' ? 3n : null,
    order_id: null,
    at_micros: nowMicros - (100n - version) * HOUR,
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

async function seedFigures(store: Pick<Store, 'db'>, { ids, nowMicros }: SmallMarketOptions): Promise<void> {
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
