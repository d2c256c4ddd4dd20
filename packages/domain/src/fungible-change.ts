import type { Address } from './address.ts'
import type { TokenStandard } from './token-id.ts'

/**
 * What one transaction did to coins (`v1`) and fungible assets (`v2`), read from its write set and events by
 * `chain/fungible`. Field names follow Aptos' own indexer's columns in camelCase. Amounts are in the asset's smallest unit.
 */
export interface FungibleChanges {
  readonly balances: readonly BalanceChange[]
  readonly activities: readonly FungibleActivity[]
  readonly metadata: readonly AssetMetadataChange[]
  readonly coinPairs: readonly CoinPair[]
}

/** A store's content after the transaction. A coin store has the address that the owner's store of the paired asset has. */
export interface BalanceChange {
  readonly storageId: Address
  readonly tokenStandard: TokenStandard
  /** `0x0…0` when the store outlived its object. */
  readonly ownerAddress: Address
  /** Coin type, or address of the asset's metadata. */
  readonly assetType: string
  readonly isPrimary: boolean
  readonly isFrozen: boolean
  readonly amount: bigint
}

/** Event index of the gas fee, which no event tells. */
export const GAS_FEE_EVENT_INDEX = -1

/** Row of `fungible_asset_activities`. */
export interface FungibleActivity {
  readonly eventIndex: number
  /** Null when the store's object was deleted. */
  readonly ownerAddress: Address | null
  readonly storageId: Address
  /** Null when the store was deleted. */
  readonly assetType: string | null
  /** Of freezing events only. */
  readonly isFrozen: boolean | null
  readonly amount: bigint | null
  readonly type: string
  readonly isGasFee: boolean
  /** Whoever paid the gas, when that was not the sender. */
  readonly gasFeePayerAddress: Address | null
  readonly isTransactionSuccess: boolean
  readonly entryFunctionIdStr: string | null
  readonly tokenStandard: TokenStandard
  /** Octas given back for freed storage. */
  readonly storageRefundAmount: bigint
}

/** Row of `fungible_asset_metadata`. */
export interface AssetMetadataChange {
  readonly assetType: string
  readonly creatorAddress: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: bigint
  readonly iconUri: string | null
  readonly projectUri: string | null
  readonly supplyAggregatorTableHandleV1: string | null
  readonly supplyAggregatorTableKeyV1: string | null
  readonly tokenStandard: TokenStandard
  readonly supplyV2: bigint | null
  readonly maximumV2: bigint | null
}

/** A coin and the fungible asset that it can be turned into. */
export interface CoinPair {
  readonly metadataAddress: Address
  readonly coinType: string
}
