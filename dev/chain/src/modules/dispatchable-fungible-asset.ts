import type { Address } from '@opal/domain/address'
import { aptStoreAddress } from '../ledger/addresses.ts'
import { abortsOf } from './aborts.ts'
import { asExecution } from './as-execution.ts'
import { entry, FRAMEWORK, KEYED } from './define.ts'
import type { MoveContext, MoveFunction, MoveModule } from './move-module.ts'

const STORE = '0x1::object::Object<T0>'
const abort = abortsOf('0x1::fungible_asset')

/** Moves an asset from store to store, for the owner of the first. @source 0x1::fungible_asset::transfer */
export const storeTransfer: MoveFunction = entry(
  'transfer',
  ['&signer', STORE, STORE, 'u64'],
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
