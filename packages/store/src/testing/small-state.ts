import type { Store } from '../driver/connection.ts'
import {
  fungibleActivities,
  fungibleMetadata,
  fungibleStores,
  objectDeletions,
  objectStates,
} from '../schema/assets.ts'
import { nameLookups, primaryNames } from '../schema/names.ts'
import { userTransactions } from '../schema/raw.ts'
import { insertRows } from './insert-rows.ts'

const APT_COIN = '0x1::aptos_coin::AptosCoin'
const APT_ASSET = `0x${'a'.padStart(64, '0')}`
const AT = '2026-01-01T00:00:00'

/** Owner of the state, and which of its tokens is the name `monkey.apt`. */
export interface SmallStateOptions {
  readonly owner: string
  readonly nameToken: string
}

/**
 * Names, balances and an object of one wallet: it owns `monkey.apt`, which points to it and is what it is called, 2 APT as
 * coins and 3 APT as a fungible asset in one store, and an object; another of its objects was deleted.
 */
export async function seedSmallState(store: Pick<Store, 'db'>, options: SmallStateOptions): Promise<void> {
  await seedName(store, options)
  await seedApt(store, options)
  await seedObjects(store, options)
  await insertRows(store, userTransactions, [
    {
      version: 91n,
      block_height: 10n,
      sender: options.owner,
      sequence_number: 7n,
      max_gas_amount: 200_000n,
      gas_unit_price: 100n,
      expiration_timestamp_secs: '2026-01-01T00:10:00',
      parent_signature_type: 'ed25519_signature',
      entry_function_id_str: '0x1::aptos_account::transfer',
      entry_function_contract_address: `0x${'1'.padStart(64, '0')}`,
      entry_function_module_name: 'aptos_account',
      entry_function_function_name: 'transfer',
      epoch: 2n,
      timestamp: AT,
    },
  ])
}

async function seedName(store: Pick<Store, 'db'>, { owner, nameToken }: SmallStateOptions): Promise<void> {
  const name = { domain: 'monkey', subdomain: '', token_standard: 'v2', token_name: 'monkey.apt', is_deleted: false }
  await insertRows(store, nameLookups, [
    {
      ...name,
      registered_address: owner,
      expiration_timestamp: '2090-01-01T00:00:00',
      subdomain_expiration_policy: null,
      token_data_id: nameToken,
      last_transaction_version: 90n,
    },
  ])
  await insertRows(store, primaryNames, [{ ...name, registered_address: owner, last_transaction_version: 91n }])
}

async function seedApt(store: Pick<Store, 'db'>, { owner }: SmallStateOptions): Promise<void> {
  const storage_id = `0x${'57'.padStart(64, '0')}`
  const balance = {
    storage_id,
    owner_address: owner,
    is_primary: true,
    is_frozen: false,
    last_transaction_timestamp: AT,
  }
  await insertRows(store, fungibleStores, [
    { ...balance, token_standard: 'v1', asset_type: APT_COIN, amount: 200_000_000n, last_transaction_version: 90n },
    { ...balance, token_standard: 'v2', asset_type: APT_ASSET, amount: 300_000_000n, last_transaction_version: 91n },
  ])
  await insertRows(store, fungibleMetadata, [
    {
      asset_type: APT_COIN,
      creator_address: `0x${'1'.padStart(64, '0')}`,
      name: 'Aptos Coin',
      symbol: 'APT',
      decimals: 8,
      icon_uri: null,
      project_uri: null,
      supply_aggregator_table_handle_v1: null,
      supply_aggregator_table_key_v1: null,
      token_standard: 'v1',
      is_token_v2: null,
      supply_v2: null,
      maximum_v2: null,
      last_transaction_version: 1n,
      last_transaction_timestamp: AT,
    },
  ])
  await insertRows(store, fungibleActivities, [
    {
      transaction_version: 91n,
      event_index: -1n,
      owner_address: owner,
      storage_id,
      asset_type: APT_COIN,
      is_frozen: null,
      amount: 1_200n,
      type: '0x1::aptos_coin::GasFeeEvent',
      is_gas_fee: true,
      gas_fee_payer_address: null,
      is_transaction_success: true,
      entry_function_id_str: '0x1::aptos_account::transfer',
      block_height: 10n,
      token_standard: 'v1',
      transaction_timestamp: AT,
      storage_refund_amount: 0n,
    },
  ])
}

async function seedObjects(store: Pick<Store, 'db'>, { owner, nameToken }: SmallStateOptions): Promise<void> {
  const object = {
    owner_address: owner,
    state_key_hash: `0x${'0'.repeat(64)}`,
    guid_creation_num: 1_125_899_906_842_625n,
    allow_ungated_transfer: true,
    untransferrable: false,
    written_version: 90n,
  }
  const gone = `0x${'60'.padStart(64, '0')}`
  await insertRows(store, objectStates, [
    { ...object, object_address: nameToken },
    { ...object, object_address: gone },
  ])
  await insertRows(store, objectDeletions, [{ object_address: gone, deleted_version: 91n }])
}
