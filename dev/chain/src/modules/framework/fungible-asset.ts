import { type Address, toShortAddress } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import { aptStoreAddress, primaryStoreAddress } from '../../ledger/state/addresses.ts'
import { APT_METADATA, CONCURRENT_SUPPLY, FUNGIBLE_STORE, fungibleStoreBalance } from '../../ledger/state/apt-state.ts'
import { OBJECT_ABORTS } from '../../ledger/state/objects.ts'
import { abortsOf } from '../aborts.ts'
import { asExecution, callable, entry, event, FRAMEWORK, KEYED, STRING, struct, view } from '../define.ts'
import { MoveAbort, type MoveContext, type MoveFunction, type MoveModule } from '../move-module.ts'

const OBJECT = '0x1::object::Object<T0>'
const METADATA = '0x1::fungible_asset::Metadata'

const abort = abortsOf('0x1::fungible_asset')

/** Moves an asset from store to store, for the owner of the first. @source 0x1::fungible_asset::transfer */
const storeTransfer: MoveFunction = entry(
  'transfer',
  ['&signer', OBJECT, OBJECT, 'u64'],
  (context, _types, args) => {
    const [from, to, octas] = args as readonly [Address, Address, bigint]
    if (context.ownerOf(from) !== context.sender) {
      throw abort('permission-denied', 8n, 'ENOT_STORE_OWNER', "Account is not the store's owner.")
    }
    const { apt } = asExecution(context)
    apt.withdrawFungible(ownerOfPrimaryStore(context, from), octas)
    apt.depositFungible(ownerOfPrimaryStore(context, to), octas)
  },
  KEYED,
)

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

/** @source 0x1::dispatchable_fungible_asset; no asset of this chain dispatches */
export const dispatchableFungibleAsset: MoveModule = {
  address: FRAMEWORK,
  name: 'dispatchable_fungible_asset',
  structs: [],
  functions: [storeTransfer],
}

/** Every store of this chain is the primary one of its owner. */
function ownerOfPrimaryStore(context: MoveContext, store: Address): Address {
  const owner = context.ownerOf(store)
  if (aptStoreAddress(owner) === store) return owner
  throw abort('invalid-argument', 11n, 'EFUNGIBLE_STORE_AND_METADATA_MISMATCH', 'The store is not one of this asset')
}

const STORE = '0x1::object::Object<0x1::fungible_asset::FungibleStore>'

/** @source 0x1::primary_fungible_store; APT is the one asset of this chain */
export const primaryFungibleStore: MoveModule = {
  address: FRAMEWORK,
  name: 'primary_fungible_store',
  structs: [struct('DeriveRefPod', { metadata_derive_ref: '0x1::object::DeriveRef' })],
  functions: [
    entry(
      'transfer',
      ['&signer', OBJECT, 'address', 'u64'],
      (context, _types, args) => {
        const [metadata, to, octas] = args as readonly [Address, Address, bigint]
        assertIsAptMetadata(metadata)
        moveFungible(context, to, octas)
      },
      KEYED,
    ),
    callable(
      'create_primary_store',
      ['address', OBJECT],
      [STORE],
      (context, _types, args) => {
        const [owner, metadata] = args as readonly [Address, Address]
        assertIsAptMetadata(metadata)
        if (storeBalance(context, owner, metadata) === null) asExecution(context).apt.createPrimaryStore(owner)
        return [{ inner: toShortAddress(aptStoreAddress(owner)) }]
      },
      KEYED,
    ),
    view(
      'balance',
      ['address', OBJECT],
      ['u64'],
      (context, _types, args) => {
        const [owner, metadata] = args as readonly [Address, Address]
        if (metadata === APT_METADATA) return [context.balanceApt(owner)]
        return [storeBalance(context, owner, metadata) ?? 0n]
      },
      KEYED,
    ),
    view(
      'is_balance_at_least',
      ['address', OBJECT, 'u64'],
      ['bool'],
      (context, _types, args) => {
        const [owner, metadata, octas] = args as readonly [Address, Address, bigint]
        return [(metadata === APT_METADATA ? context.balanceApt(owner) : 0n) >= octas]
      },
      KEYED,
    ),
    view(
      'primary_store_address',
      ['address', OBJECT],
      ['address'],
      (_context, _types, args) => {
        const [owner, metadata] = args as readonly [Address, Address]
        return [toShortAddress(primaryStoreAddress(owner, metadata))]
      },
      KEYED,
    ),
    view(
      'primary_store',
      ['address', OBJECT],
      [STORE],
      (_context, _types, args) => {
        const [owner, metadata] = args as readonly [Address, Address]
        return [{ inner: toShortAddress(primaryStoreAddress(owner, metadata)) }]
      },
      KEYED,
    ),
    view(
      'primary_store_exists',
      ['address', OBJECT],
      ['bool'],
      (context, _types, args) => {
        const [owner, metadata] = args as readonly [Address, Address]
        return [storeBalance(context, owner, metadata) !== null]
      },
      KEYED,
    ),
    view('is_frozen', ['address', OBJECT], ['bool'], () => [false], KEYED),
  ],
}

function moveFungible(context: MoveContext, to: Address, octas: bigint): void {
  const { apt } = asExecution(context)
  if (context.getResource(aptStoreAddress(context.sender), FUNGIBLE_STORE) === null)
    apt.createPrimaryStore(context.sender)
  apt.withdrawFungible(context.sender, octas)
  apt.depositFungible(to, octas)
}

function storeBalance(context: MoveContext, owner: Address, metadata: Address): bigint | null {
  return fungibleStoreBalance(context.getResource(primaryStoreAddress(owner, metadata), FUNGIBLE_STORE))
}

function assertIsAptMetadata(metadata: Address): void {
  if (metadata === APT_METADATA) return
  const text = 'The resource is not stored at the specified address.'
  throw new MoveAbort('0x1::object', 0x60007n, 'ERESOURCE_DOES_NOT_EXIST', text)
}
