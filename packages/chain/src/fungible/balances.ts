import { type Address, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { JsonObject } from '@opal/domain/json'
import type { BalanceChange } from '@opal/domain/state-changes'
import { userDerivedObjectAddress } from '@opal/domain/tokens/token-id'
import { deletedObjects } from '../objects/deleted-objects.ts'
import { addressField, booleanField, numberField, optionalNumber } from '../tokens/fields.ts'
import { OBJECT_CORE } from '../tokens/token-types.ts'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { coinStorageId } from './coin-type.ts'
import { COIN_STORE, CONCURRENT_BALANCE, FUNGIBLE_STORE } from './fungible-types.ts'
import { storeDeletions } from './store-deletions.ts'
import type { WrittenCoins } from './written-coins.ts'

/** Owner of a store whose object was deleted under it. */
const NO_OWNER = ZERO_ADDRESS

/** Returns the balance of every store that the transaction wrote or deleted. @throws DecodeError */
export function balanceChanges(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  coins: WrittenCoins,
): readonly BalanceChange[] {
  return [
    ...coins.deleted.map(({ owner, coinType }) => coinBalance(owner, coinType, { amount: 0n, isFrozen: false })),
    ...coins.written.map(({ owner, coinType, data }) =>
      coinBalance(owner, coinType, {
        amount: numberField(data, COIN_STORE, 'coin.value'),
        isFrozen: booleanField(data, COIN_STORE, 'frozen'),
      }),
    ),
    ...deletedStores(transaction, objects),
    ...[...objects.all(FUNGIBLE_STORE)].map(([address, store]) => storeBalance(objects, address, store)),
  ]
}

function coinBalance(
  ownerAddress: Address,
  assetType: string,
  content: Pick<BalanceChange, 'amount' | 'isFrozen'>,
): BalanceChange {
  const storageId = coinStorageId(ownerAddress, assetType)
  return { storageId, tokenStandard: 'v1', ownerAddress, assetType, isPrimary: true, ...content }
}

/** A concurrent balance lies next to the store, whose own balance is meaningless then. */
function storeBalance(objects: WrittenObjects, storageId: Address, store: JsonObject): BalanceChange {
  const core = objects.get(storageId, OBJECT_CORE)
  const ownerAddress = core === null ? NO_OWNER : addressField(core, OBJECT_CORE, 'owner')
  const concurrent = objects.get(storageId, CONCURRENT_BALANCE)
  const shared = concurrent === null ? null : optionalNumber(concurrent, 'balance.value')
  const assetType = addressField(store, FUNGIBLE_STORE, 'metadata.inner')
  return {
    storageId,
    tokenStandard: 'v2',
    ownerAddress,
    assetType,
    isPrimary: isPrimaryStore(storageId, ownerAddress, assetType),
    isFrozen: booleanField(store, FUNGIBLE_STORE, 'frozen'),
    amount: shared ?? numberField(store, FUNGIBLE_STORE, 'balance'),
  }
}

/**
 * Returns the stores that existed before the transaction and were deleted in it: with their object, which is gone, or without it. One that
 * was also created in it is in neither form in the write set, and has no row.
 */
function deletedStores(transaction: ChainTransaction, objects: WrittenObjects): readonly BalanceChange[] {
  const gone = new Set(deletedObjects(transaction).map(({ address }) => address))
  return storeDeletions(transaction).flatMap(({ storageId, ownerAddress: before, assetType }) => {
    const core = objects.get(storageId, OBJECT_CORE)
    if (core === null && !gone.has(storageId)) return []
    const ownerAddress = core === null ? before : addressField(core, OBJECT_CORE, 'owner')
    const isPrimary = isPrimaryStore(storageId, ownerAddress, assetType)
    return [{ storageId, tokenStandard: 'v2', ownerAddress, assetType, isPrimary, isFrozen: false, amount: 0n }]
  })
}

function isPrimaryStore(storageId: Address, owner: Address, metadata: Address): boolean {
  return storageId === userDerivedObjectAddress(owner, metadata)
}
