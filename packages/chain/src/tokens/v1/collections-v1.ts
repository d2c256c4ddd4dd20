import type { Address } from '@opal/domain/address'
import type { ChainTransaction, WriteTableItem } from '@opal/domain/chain-transaction'
import type { CollectionChange } from '@opal/domain/tokens/token-change'
import { collectionIdV1 } from '@opal/domain/tokens/token-id'
import { addressField, booleanField, LARGEST, numberField, textField } from '../fields.ts'
import type { TokenLookup } from '../token-lookup.ts'
import { COLLECTION_DATA, COLLECTIONS, CREATE_COLLECTION_TYPES } from '../token-types-v1.ts'
import type { WrittenObjects } from '../written-objects.ts'
import { namedCollections } from './named-collections.ts'
import { itemsOfValue, normaliseHandle, tableOwners } from './tables-v1.ts'

/**
 * Returns collections whose creator is known: by the creator's resource, by the event of their creation, or
 * because an event names a collection that was in this table before. The item itself has only its name.
 * @throws DecodeError
 */
export function collectionChangesV1(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  lookup: TokenLookup,
): readonly CollectionChange[] {
  const owners = tableOwners(objects, COLLECTIONS)
  const created = creatorsByName(transaction)
  const named = namedCollections(transaction)
  return itemsOfValue(transaction, COLLECTION_DATA).flatMap((item) => {
    const name = textField(item.value, COLLECTION_DATA, 'name')
    const handle = normaliseHandle(item.handle)
    const known = named.find((one) => one.collectionName === name && lookup.tableOf(one.collectionId) === handle)
    const creator = owners.get(handle) ?? created.get(name) ?? known?.creator
    return creator === undefined ? [] : [collectionChange(item, creator, name)]
  })
}

/** A name that two creators used in one transaction identifies neither collection. */
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
    currentSupply: numberField(value, COLLECTION_DATA, 'supply', LARGEST.count),
    maxSupply: numberField(value, COLLECTION_DATA, 'maximum'),
    totalMintedV2: null,
    mutableDescription: booleanField(value, COLLECTION_DATA, 'mutability_config.description'),
    mutableUri: booleanField(value, COLLECTION_DATA, 'mutability_config.uri'),
    tableHandleV1: normaliseHandle(handle),
    tokenStandard: 'v1',
    collectionProperties: null,
  }
}
