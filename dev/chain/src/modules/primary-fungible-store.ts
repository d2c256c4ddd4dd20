import { type Address, toShortAddress } from '@opal/domain/address'
import { aptStoreAddress, primaryStoreAddress } from '../ledger/addresses.ts'
import { APT_METADATA, FUNGIBLE_STORE, fungibleStoreBalance } from '../ledger/apt-state.ts'
import { asExecution } from './as-execution.ts'
import { callable, entry, FRAMEWORK, KEYED, struct, view } from './define.ts'
import { MoveAbort, type MoveContext, type MoveModule } from './move-module.ts'

const METADATA = '0x1::object::Object<T0>'
const STORE = '0x1::object::Object<0x1::fungible_asset::FungibleStore>'

/** @source 0x1::primary_fungible_store; APT is the one asset of this chain */
export const primaryFungibleStore: MoveModule = {
  address: FRAMEWORK,
  name: 'primary_fungible_store',
  structs: [struct('DeriveRefPod', { metadata_derive_ref: '0x1::object::DeriveRef' })],
  functions: [
    entry(
      'transfer',
      ['&signer', METADATA, 'address', 'u64'],
      (context, _types, args) => {
        const [metadata, to, octas] = args as readonly [Address, Address, bigint]
        assertIsAptMetadata(metadata)
        moveFungible(context, to, octas)
      },
      KEYED,
    ),
    callable(
      'create_primary_store',
      ['address', METADATA],
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
      ['address', METADATA],
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
      ['address', METADATA, 'u64'],
      ['bool'],
      (context, _types, args) => {
        const [owner, metadata, octas] = args as readonly [Address, Address, bigint]
        return [(metadata === APT_METADATA ? context.balanceApt(owner) : 0n) >= octas]
      },
      KEYED,
    ),
    view(
      'primary_store_address',
      ['address', METADATA],
      ['address'],
      (_context, _types, args) => {
        const [owner, metadata] = args as readonly [Address, Address]
        return [toShortAddress(primaryStoreAddress(owner, metadata))]
      },
      KEYED,
    ),
    view(
      'primary_store',
      ['address', METADATA],
      [STORE],
      (_context, _types, args) => {
        const [owner, metadata] = args as readonly [Address, Address]
        return [{ inner: toShortAddress(primaryStoreAddress(owner, metadata)) }]
      },
      KEYED,
    ),
    view(
      'primary_store_exists',
      ['address', METADATA],
      ['bool'],
      (context, _types, args) => {
        const [owner, metadata] = args as readonly [Address, Address]
        return [storeBalance(context, owner, metadata) !== null]
      },
      KEYED,
    ),
    view('is_frozen', ['address', METADATA], ['bool'], () => [false], KEYED),
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
