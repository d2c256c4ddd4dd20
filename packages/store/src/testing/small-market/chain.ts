import { formatMicros } from '@opal/domain/time'
import type { Store } from '../../driver/connection.ts'
import { tokenHolders } from '../../schema/history.ts'
import { images, metadata } from '../../schema/projections.ts'
import { checkpoints } from '../../schema/stream.ts'
import { collections, royalties, tokenActivities, tokenDatas, tokenOwnerships } from '../../schema/tokens.ts'
import { insertRows } from '../insert-rows.ts'
import {
  CLOSED_MARKETPLACE_TOKEN,
  CREATOR,
  QUIET_COLLECTION,
  type SmallMarketOptions,
  THIRD_TOKEN,
} from '../small-market-ids.ts'

const HOUR = 3_600_000_000n

/** Collections, tokens, holders, royalty and metadata of the small market. */
export async function seedChain(store: Pick<Store, 'db'>, { ids, nowMicros }: SmallMarketOptions): Promise<void> {
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
  const tokens = [ids.tokenDataId, ids.listedTokenDataId, THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]
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
  await insertRows(store, images, [measuredImage('ipfs://cid/cover.svg', '#3366cc')])
  await insertRows(store, checkpoints, [
    { stream: 'main', chain_id: 4, next_version: 101n, last_timestamp_micros: nowMicros - 1_000_000n },
  ])
}

function measuredImage(src: string, colour: string) {
  const at = '2026-01-01T00:00:00Z'
  const done = { status: 'ready', attempts: 1, next_attempt_at: at, collection_id: null, error: null, measured_at: at }
  return { src, width: 400, height: 300, colour, source: null, service: null, ...done }
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
    category: null,
    attributes,
    attempts: 1,
    next_attempt_at: at,
    error: null,
    collection_id: null,
    source: null,
    service: null,
    fetched_at: at,
  }
}
