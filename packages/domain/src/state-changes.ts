import type { FungibleChanges } from './fungible-change.ts'
import type { NameChanges } from './name-change.ts'
import type { ObjectChanges } from './object-change.ts'
import type { TransactionChanges } from './transaction-change.ts'

/**
 * What one transaction did to the ledger's state beside tokens and orders. It says all of that itself: nothing about it
 * has to be remembered from before.
 */
export interface StateChanges {
  readonly version: bigint
  readonly blockHeight: bigint
  readonly timestampMicros: bigint
  readonly fungible: FungibleChanges
  readonly names: NameChanges
  readonly objects: ObjectChanges
  readonly transactions: TransactionChanges
}
