import { event, STRING, struct } from '../define.ts'
import type { MoveStruct } from '../move-module.ts'

const MODULE = '0x3::token'
const ID = { id: `${MODULE}::TokenId` }
const DATA_ID = { id: `${MODULE}::TokenDataId` }
const AMOUNT = { amount: 'u64' }
const ACCOUNT = { account: 'address' }
const handle = (name: string) => `0x1::event::EventHandle<${MODULE}::${name}>`
const VALUE = ['copy', 'drop', 'store'] as const
const STRINGS = `vector<${STRING}>`
const PROPERTY_COLUMNS = { keys: STRINGS, values: 'vector<vector<u8>>', types: STRINGS }
const NEW_COLLECTION = {
  creator: 'address',
  collection_name: STRING,
  uri: STRING,
  description: STRING,
  maximum: 'u64',
}
const NEW_TOKEN_DATA = {
  ...DATA_ID,
  description: STRING,
  maximum: 'u64',
  uri: STRING,
  royalty_payee_address: 'address',
  royalty_points_denominator: 'u64',
  royalty_points_numerator: 'u64',
  name: STRING,
  mutability_config: `${MODULE}::TokenMutabilityConfig`,
  property_keys: STRINGS,
  property_values: 'vector<vector<u8>>',
  property_types: STRINGS,
}
const CHANGED_IDS = { old_id: `${MODULE}::TokenId`, new_id: `${MODULE}::TokenId` }

/** Structs that accounts and tables store. Fields in declaration order, as BCS has them. @source 0x3::token */
const VALUES: readonly MoveStruct[] = [
  struct('TokenStore', {
    tokens: `0x1::table::Table<${MODULE}::TokenId, ${MODULE}::Token>`,
    direct_transfer: 'bool',
    deposit_events: handle('DepositEvent'),
    withdraw_events: handle('WithdrawEvent'),
    burn_events: handle('BurnTokenEvent'),
    mutate_token_property_events: handle('MutateTokenPropertyMapEvent'),
  }),
  struct('Collections', {
    collection_data: `0x1::table::Table<${STRING}, ${MODULE}::CollectionData>`,
    token_data: `0x1::table::Table<${MODULE}::TokenDataId, ${MODULE}::TokenData>`,
    create_collection_events: handle('CreateCollectionEvent'),
    create_token_data_events: handle('CreateTokenDataEvent'),
    mint_token_events: handle('MintTokenEvent'),
  }),
  struct('TokenDataId', { creator: 'address', collection: STRING, name: STRING }, VALUE),
  struct('TokenId', { token_data_id: `${MODULE}::TokenDataId`, property_version: 'u64' }, VALUE),
  struct('Token', { ...ID, ...AMOUNT, token_properties: '0x3::property_map::PropertyMap' }, ['store']),
  struct(
    'CollectionData',
    {
      description: STRING,
      name: STRING,
      uri: STRING,
      supply: 'u64',
      maximum: 'u64',
      mutability_config: `${MODULE}::CollectionMutabilityConfig`,
    },
    ['store'],
  ),
  struct(
    'TokenData',
    {
      maximum: 'u64',
      largest_property_version: 'u64',
      supply: 'u64',
      uri: STRING,
      royalty: `${MODULE}::Royalty`,
      name: STRING,
      description: STRING,
      default_properties: '0x3::property_map::PropertyMap',
      mutability_config: `${MODULE}::TokenMutabilityConfig`,
    },
    ['store'],
  ),
  struct('CollectionMutabilityConfig', { description: 'bool', uri: 'bool', maximum: 'bool' }, VALUE),
  struct(
    'TokenMutabilityConfig',
    { maximum: 'bool', uri: 'bool', royalty: 'bool', description: 'bool', properties: 'bool' },
    VALUE,
  ),
  struct(
    'Royalty',
    { royalty_points_numerator: 'u64', royalty_points_denominator: 'u64', payee_address: 'address' },
    VALUE,
  ),
]

/** Module events, which this chain emits, and the handles' events, which it names only as types of its handles. */
const EVENTS: readonly MoveStruct[] = [
  event('CreateCollection', NEW_COLLECTION),
  event('TokenDataCreation', { creator: 'address', ...NEW_TOKEN_DATA }),
  event('Mint', { creator: 'address', ...DATA_ID, ...AMOUNT }),
  event('TokenDeposit', { ...ACCOUNT, ...ID, ...AMOUNT }),
  event('TokenWithdraw', { ...ACCOUNT, ...ID, ...AMOUNT }),
  event('Burn', { ...ACCOUNT, ...ID, ...AMOUNT }),
  event('MutatePropertyMap', { ...ACCOUNT, ...CHANGED_IDS, ...PROPERTY_COLUMNS }),
  event('CreateCollectionEvent', NEW_COLLECTION),
  event('CreateTokenDataEvent', NEW_TOKEN_DATA),
  event('MintTokenEvent', { ...DATA_ID, ...AMOUNT }),
  event('DepositEvent', { ...ID, ...AMOUNT }),
  event('WithdrawEvent', { ...ID, ...AMOUNT }),
  event('BurnTokenEvent', { ...ID, ...AMOUNT }),
  event('MutateTokenPropertyMapEvent', { ...CHANGED_IDS, ...PROPERTY_COLUMNS }),
]

/** The structs of `0x3::token`. */
export const TOKEN_STRUCTS: readonly MoveStruct[] = [...VALUES, ...EVENTS]
