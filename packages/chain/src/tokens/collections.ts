import type { Address } from '@opal/domain/address'
import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import type { CollectionChange } from '@opal/domain/tokens/token-change'
import { addressField, LARGEST, numberField, textField } from './fields.ts'
import { decodePropertyMap } from './property-map.ts'
import {
  APTOS_COLLECTION,
  COLLECTION,
  CONCURRENT_SUPPLY,
  FIXED_SUPPLY,
  PROPERTY_MAP,
  UNLIMITED_SUPPLY,
} from './token-types.ts'
import type { WrittenObjects } from './written-objects.ts'

/** A concurrent supply without a limit has this one. @source 0x4::collection::create_unlimited_collection */
const NO_LIMIT = 2n ** 64n - 1n

/** Returns collections the transaction wrote. @throws DecodeError */
export function collectionChanges(objects: WrittenObjects): readonly CollectionChange[] {
  return [...objects.all(COLLECTION)].map(([address, collection]) => collectionChange(objects, address, collection))
}

function collectionChange(objects: WrittenObjects, address: Address, collection: JsonObject): CollectionChange {
  const aptosCollection = objects.get(address, APTOS_COLLECTION)
  const properties = objects.get(address, PROPERTY_MAP)
  return {
    collectionId: address,
    creatorAddress: addressField(collection, COLLECTION, 'creator'),
    collectionName: textField(collection, COLLECTION, 'name'),
    description: textField(collection, COLLECTION, 'description'),
    uri: textField(collection, COLLECTION, 'uri'),
    ...supplyOf(objects, address),
    mutableDescription: flag(aptosCollection, 'mutable_description'),
    mutableUri: flag(aptosCollection, 'mutable_uri'),
    tableHandleV1: null,
    tokenStandard: 'v2',
    collectionProperties: properties === null ? null : decodePropertyMap(properties),
  }
}

type Supply = Pick<CollectionChange, 'currentSupply' | 'maxSupply' | 'totalMintedV2'>

function supplyOf(objects: WrittenObjects, address: Address): Supply {
  const fixed = objects.get(address, FIXED_SUPPLY)
  if (fixed !== null)
    return { ...plainSupply(fixed, FIXED_SUPPLY), maxSupply: numberField(fixed, FIXED_SUPPLY, 'max_supply') }
  const unlimited = objects.get(address, UNLIMITED_SUPPLY)
  if (unlimited !== null) return { ...plainSupply(unlimited, UNLIMITED_SUPPLY), maxSupply: null }
  const concurrent = objects.get(address, CONCURRENT_SUPPLY)
  if (concurrent !== null) return concurrentSupply(concurrent)
  return { currentSupply: 0n, maxSupply: null, totalMintedV2: null }
}

function plainSupply(supply: JsonObject, type: string): Pick<Supply, 'currentSupply' | 'totalMintedV2'> {
  return {
    currentSupply: numberField(supply, type, 'current_supply', LARGEST.count),
    totalMintedV2: numberField(supply, type, 'total_minted'),
  }
}

function concurrentSupply(supply: JsonObject): Supply {
  const maximum = numberField(supply, CONCURRENT_SUPPLY, 'current_supply.max_value')
  return {
    currentSupply: numberField(supply, CONCURRENT_SUPPLY, 'current_supply.value', LARGEST.count),
    totalMintedV2: numberField(supply, CONCURRENT_SUPPLY, 'total_minted.value'),
    maxSupply: maximum === NO_LIMIT ? null : maximum,
  }
}

function flag(resource: JsonObject | null, field: string): boolean | null {
  const value: Json | undefined = resource === null ? undefined : jsonAt(resource, field)
  return typeof value === 'boolean' ? value : null
}
