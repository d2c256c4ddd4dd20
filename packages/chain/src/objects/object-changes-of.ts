import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { JsonObject } from '@opal/domain/json'
import type { ObjectChanges, WrittenObject } from '@opal/domain/state-changes'
import { addressField, booleanField, numberField } from '../tokens/fields.ts'
import { COLLECTION, OBJECT_CORE, TOKEN, UNTRANSFERABLE } from '../tokens/token-types.ts'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { deletedObjects } from './deleted-objects.ts'
import { objectStateKeyHash } from './state-key-hash.ts'

/** Followed objects: those that are tokens or collections, all, or all with every write to each. */
export type ObjectScope = 'tokens' | 'all' | 'history'

/**
 * Returns the changes of a transaction to objects.
 * @throws DecodeError when an object's core lacks a field.
 */
export function objectChangesOf(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  scope: ObjectScope,
): ObjectChanges {
  const written = new Map<Address, WrittenObject>()
  for (const [address, core] of objects.all(OBJECT_CORE)) {
    if (scope !== 'tokens' || isToken(objects, address)) written.set(address, writtenObject(objects, address, core))
  }
  const deleted = deletedObjects(transaction).map(({ index, address }) => ({
    changeIndex: index,
    objectAddress: address,
    stateKeyHash: objectStateKeyHash(address),
  }))
  return {
    written: [...written.values()],
    deleted,
    history: scope === 'history' ? historyOf(transaction, written) : null,
  }
}

function isToken(objects: WrittenObjects, address: Address): boolean {
  return objects.get(address, TOKEN) !== null || objects.get(address, COLLECTION) !== null
}

function writtenObject(objects: WrittenObjects, objectAddress: Address, core: JsonObject): WrittenObject {
  const allowUngatedTransfer = booleanField(core, OBJECT_CORE, 'allow_ungated_transfer')
  return {
    objectAddress,
    ownerAddress: addressField(core, OBJECT_CORE, 'owner'),
    stateKeyHash: objectStateKeyHash(objectAddress),
    guidCreationNum: numberField(core, OBJECT_CORE, 'guid_creation_num'),
    allowUngatedTransfer,
    isUntransferable: !allowUngatedTransfer || objects.get(objectAddress, UNTRANSFERABLE) !== null,
  }
}

function historyOf(transaction: ChainTransaction, written: ReadonlyMap<Address, WrittenObject>) {
  return transaction.changes.flatMap((change) => {
    const object = change.kind === 'write-resource' ? written.get(change.address) : undefined
    return object === undefined ? [] : [{ changeIndex: change.index, object }]
  })
}
