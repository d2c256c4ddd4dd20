import type { Address } from '@opal/domain/address'
import type { ChainTransaction, WriteTableItem } from '@opal/domain/chain-transaction'
import type { CollectionChange } from '@opal/domain/token-change'
import { collectionIdV1 } from '@opal/domain/token-id'
import { addressField, booleanField, numberField, textField } from '../fields.ts'
import { COLLECTION_DATA, COLLECTIONS, CREATE_COLLECTION_TYPES } from '../token-types-v1.ts'
import type { WrittenObjects } from '../written-objects.ts'
import { itemsOfValue, normaliseHandle, tableOwners } from './tables-v1.ts'

/**
 * Collections whose creator the transaction tells: by the creator's resource, or by the event of their creation. The
 * item itself knows but its name, so a mint that tells neither leaves its collection's supply as it was.
 * @throws DecodeError
 */
export function collectionChangesV1(
  transaction: ChainTransaction,
  objects: WrittenObjects,
): readonly CollectionChange[] {
  const owners = tableOwners(objects, COLLECTIONS)
  const created = creatorsByName(transaction)
  return itemsOfValue(transaction, COLLECTION_DATA).flatMap((item) => {
    const name = textField(item.value, COLLECTION_DATA, 'name')
    const creator = owners.get(normaliseHandle(item.handle)) ?? created.get(name)
    return creator === undefined ? [] : [collectionChange(item, creator, name)]
  })
}

/** A name that two creators gave at once names neither. */
function creatorsByName({ events }: ChainTransaction): ReadonlyMap<string, Address> {
  const creations = events
    .filter(({ type }) => CREATE_COLLECTION_TYPES.has(type))
    .map(({ type, data }) => ({
      name: textField(data, type, 'collection_name'),
      creator: addressField(data, type, 'creator'),
    }))
  const byName = Map.groupBy(creations, ({ name }) => name)
  return new Map(
    [...byName].flatMap(([name, [first, ...others]]) =>
      first === undefined || others.length > 0 ? [] : [[name, first.creator] as const],
    ),
  )
}

function collectionChange({ handle, value }: WriteTableItem, creator: Address, name: string): CollectionChange {
  return {
    collectionId: collectionIdV1(creator, name),
    creatorAddress: creator,
    collectionName: name,
    description: textField(value, COLLECTION_DATA, 'description'),
    uri: textField(value, COLLECTION_DATA, 'uri'),
    currentSupply: numberField(value, COLLECTION_DATA, 'supply'),
    maxSupply: numberField(value, COLLECTION_DATA, 'maximum'),
    totalMintedV2: null,
    mutableDescription: booleanField(value, COLLECTION_DATA, 'mutability_config.description'),
    mutableUri: booleanField(value, COLLECTION_DATA, 'mutability_config.uri'),
    tableHandleV1: normaliseHandle(handle),
    tokenStandard: 'v1',
    collectionProperties: null,
  }
}
