import { type Address, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import type { AssetMetadataChange } from '@opal/domain/state-changes'
import { addressField, LARGEST, numberField, optionalNumber, textField } from '../tokens/fields.ts'
import { CONCURRENT_FUNGIBLE_SUPPLY, FUNGIBLE_METADATA, FUNGIBLE_SUPPLY, OBJECT_CORE } from '../tokens/token-types.ts'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { coinTypeOf, creatorOfCoin } from './coin-type.ts'
import { COIN_INFO } from './fungible-types.ts'

/** Returns names and supplies of coins and assets. @throws DecodeError */
export function assetMetadataChanges(
  transaction: ChainTransaction,
  objects: WrittenObjects,
): readonly AssetMetadataChange[] {
  const coins = transaction.changes.flatMap((change) => {
    if (change.kind !== 'write-resource') return []
    const coinType = coinTypeOf(change.type, COIN_INFO)
    return coinType === null ? [] : [coinMetadata(coinType, change.data)]
  })
  const assets = [...objects.all(FUNGIBLE_METADATA)].map(([address, metadata]) =>
    assetMetadata(objects, address, metadata),
  )
  return [...coins, ...assets]
}

function coinMetadata(coinType: string, info: Json): AssetMetadataChange {
  const aggregator = 'supply.vec.0.aggregator.vec.0'
  return {
    assetType: coinType,
    creatorAddress: creatorOfCoin(coinType),
    ...naming(info, COIN_INFO),
    iconUri: null,
    projectUri: null,
    supplyAggregatorTableHandleV1: optionalText(info, `${aggregator}.handle`),
    supplyAggregatorTableKeyV1: optionalText(info, `${aggregator}.key`),
    tokenStandard: 'v1',
    supplyV2: null,
    maximumV2: null,
  }
}

function assetMetadata(objects: WrittenObjects, assetType: Address, metadata: JsonObject): AssetMetadataChange {
  const core = objects.get(assetType, OBJECT_CORE)
  return {
    assetType,
    // An asset outlives its object: then it has no owner.
    creatorAddress: core === null ? ZERO_ADDRESS : addressField(core, OBJECT_CORE, 'owner'),
    ...naming(metadata, FUNGIBLE_METADATA),
    iconUri: cut(textField(metadata, FUNGIBLE_METADATA, 'icon_uri'), LONGEST_URI),
    projectUri: cut(textField(metadata, FUNGIBLE_METADATA, 'project_uri'), LONGEST_URI),
    supplyAggregatorTableHandleV1: null,
    supplyAggregatorTableKeyV1: null,
    tokenStandard: 'v2',
    ...supplyOf(objects, assetType),
  }
}

function supplyOf(objects: WrittenObjects, asset: Address): Pick<AssetMetadataChange, 'supplyV2' | 'maximumV2'> {
  const plain = objects.get(asset, FUNGIBLE_SUPPLY)
  if (plain !== null)
    return { supplyV2: optionalNumber(plain, 'current'), maximumV2: optionalNumber(plain, 'maximum.vec.0') }
  const concurrent = objects.get(asset, CONCURRENT_FUNGIBLE_SUPPLY)
  if (concurrent === null) return { supplyV2: null, maximumV2: null }
  return {
    supplyV2: optionalNumber(concurrent, 'current.value'),
    maximumV2: optionalNumber(concurrent, 'current.max_value'),
  }
}

/** The framework's own limits, which resources from before it had them may break. @source 0x1::coin, 0x1::fungible_asset */
const LONGEST_NAME = 32
const LONGEST_SYMBOL = 32
const LONGEST_URI = 512

function naming(data: Json, type: string): Pick<AssetMetadataChange, 'name' | 'symbol' | 'decimals'> {
  return {
    name: cut(textField(data, type, 'name'), LONGEST_NAME),
    symbol: cut(textField(data, type, 'symbol'), LONGEST_SYMBOL),
    decimals: numberField(data, type, 'decimals', LARGEST.u8),
  }
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : [...text].slice(0, longest).join('')
}

function optionalText(data: Json, path: string): string | null {
  const value = jsonAt(data, path)
  return typeof value === 'string' ? value : null
}
