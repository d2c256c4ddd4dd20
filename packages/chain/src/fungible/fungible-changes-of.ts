import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { FungibleChanges } from '@opal/domain/state-changes'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { fungibleActivities } from './activities.ts'
import { balanceChanges } from './balances.ts'
import { coinPairs } from './coin-type.ts'
import { APT_METADATA } from './fungible-types.ts'
import { assetMetadataChanges } from './metadata.ts'
import { WrittenCoins } from './written-coins.ts'

/** Assets that are followed. */
export type FungibleScope = 'none' | 'apt' | 'all'

const NO_FUNGIBLE_CHANGES: FungibleChanges = { balances: [], activities: [], metadata: [], coinPairs: [] }

/**
 * Returns the changes of a transaction to coins and fungible assets. A failed one burnt its gas.
 * @throws DecodeError when a framework resource or event lacks a field.
 */
export function fungibleChangesOf(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  scope: FungibleScope,
): FungibleChanges {
  if (scope === 'none') return NO_FUNGIBLE_CHANGES
  const coins = new WrittenCoins(transaction)
  const all: FungibleChanges = {
    balances: balanceChanges(transaction, objects, coins),
    activities: fungibleActivities(transaction, objects, coins),
    metadata: assetMetadataChanges(transaction, objects),
    coinPairs: coinPairs(transaction, objects, coins),
  }
  return scope === 'all' ? all : aptOf(all)
}

function aptOf({ balances, activities, metadata, coinPairs }: FungibleChanges): FungibleChanges {
  return {
    balances: balances.filter(isApt),
    activities: activities.filter(isApt),
    metadata: metadata.filter(isApt),
    coinPairs: coinPairs.filter(({ coinType }) => coinType === APT_COIN_TYPE),
  }
}

function isApt({ assetType }: { readonly assetType: string | null }): boolean {
  return assetType === APT_COIN_TYPE || assetType === APT_METADATA
}
