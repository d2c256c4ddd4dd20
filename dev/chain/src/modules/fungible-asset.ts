import type { Address } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import { CONCURRENT_SUPPLY, FUNGIBLE_STORE } from '../ledger/apt-state.ts'
import { OBJECT_ABORTS } from '../ledger/objects.ts'
import { event, FRAMEWORK, KEYED, STRING, struct, view } from './define.ts'
import { storeTransfer } from './dispatchable-fungible-asset.ts'
import type { MoveContext, MoveFunction, MoveModule } from './move-module.ts'

const OBJECT = '0x1::object::Object<T0>'
const METADATA = '0x1::fungible_asset::Metadata'

/** @source 0x1::fungible_asset: what can be asked of metadata and stores */
export const fungibleAsset: MoveModule = {
  address: FRAMEWORK,
  name: 'fungible_asset',
  structs: [
    struct('Metadata', { name: STRING, symbol: STRING, decimals: 'u8', icon_uri: STRING, project_uri: STRING }, [
      'copy',
      'drop',
      'key',
    ]),
    struct('FungibleStore', {
      metadata: '0x1::object::Object<0x1::fungible_asset::Metadata>',
      balance: 'u64',
      frozen: 'bool',
    }),
    struct('ConcurrentSupply', { current: '0x1::aggregator_v2::Aggregator<u128>' }),
    event('Deposit', { store: 'address', amount: 'u64' }),
    event('Withdraw', { store: 'address', amount: 'u64' }),
  ],
  functions: [
    storeTransfer,
    reads('name', STRING, METADATA, 'name'),
    reads('symbol', STRING, METADATA, 'symbol'),
    reads('decimals', 'u8', METADATA, 'decimals'),
    reads('icon_uri', STRING, METADATA, 'icon_uri'),
    reads('project_uri', STRING, METADATA, 'project_uri'),
    reads('balance', 'u64', FUNGIBLE_STORE, 'balance'),
    reads('is_frozen', 'bool', FUNGIBLE_STORE, 'frozen'),
    reads('store_metadata', `0x1::object::Object<${METADATA}>`, FUNGIBLE_STORE, 'metadata'),
    view(
      'supply',
      [OBJECT],
      ['0x1::option::Option<u128>'],
      (context, _types, args) => {
        const current = resourceAt(context, args[0] as Address, CONCURRENT_SUPPLY).current as JsonObject
        return [{ vec: [current.value as Json] }]
      },
      KEYED,
    ),
    view('maximum', [OBJECT], ['0x1::option::Option<u128>'], () => [{ vec: [] }], KEYED),
    view('store_exists', ['address'], ['bool'], (context, _types, args) => [
      context.getResource(args[0] as Address, FUNGIBLE_STORE) !== null,
    ]),
  ],
}

function reads(name: string, type: string, resource: string, field: string): MoveFunction {
  const run: MoveFunction['run'] = (context, _types, args) => [
    resourceAt(context, args[0] as Address, resource)[field] ?? null,
  ]
  return view(name, [OBJECT], [type], run, KEYED)
}

function resourceAt(context: MoveContext, object: Address, type: string): JsonObject {
  const found = context.getResource(object, type)
  if (found === null) throw OBJECT_ABORTS.resourceDoesNotExist()
  return found
}
