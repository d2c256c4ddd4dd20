import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { StateChanges } from '@opal/domain/state-changes'
import { fungibleChangesOf } from '../fungible/fungible-changes-of.ts'
import { nameChangesOf } from '../names/name-changes-of.ts'
import { objectChangesOf } from '../objects/object-changes-of.ts'
import { WrittenObjects } from '../tokens/written-objects.ts'
import { transactionChangesOf } from '../transaction/transaction-changes-of.ts'
import type { StateScope } from './state-scope.ts'

/**
 * Returns the changes of a transaction, with all its events and changes, to the state within a scope. A failed one
 * may have burnt gas.
 * @returns null when it changed nothing there.
 * @throws DecodeError when the framework or the name service wrote something we cannot read.
 */
export function stateChangesOf(transaction: ChainTransaction, scope: StateScope): StateChanges | null {
  const objects = new WrittenObjects(transaction)
  const changes = {
    fungible: fungibleChangesOf(transaction, objects, scope.fungible),
    names: nameChangesOf(transaction, objects, scope.names),
    objects: objectChangesOf(transaction, objects, scope.objects),
    transactions: transactionChangesOf(transaction, scope.transactions),
  }
  if (Object.values(changes).every(isNothing)) return null
  const { version, blockHeight, timestampMicros } = transaction
  return { version, blockHeight, timestampMicros, ...changes }
}

/** Returns whether all lists of all kinds of changes are empty or absent. */
function isNothing(changes: StateChanges['fungible' | 'names' | 'objects' | 'transactions']): boolean {
  const lists: readonly (readonly unknown[] | null)[] = Object.values(changes)
  return lists.every((list) => list === null || list.length === 0)
}
