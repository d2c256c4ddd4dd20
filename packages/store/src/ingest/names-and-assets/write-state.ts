import type { StateChanges } from '@opal/domain/state-changes'
import type { Statements } from '../../driver/pipelined.ts'
import { writeFungible } from './write-fungible.ts'
import { writeNames } from './write-names.ts'
import { writeObjects } from './write-objects.ts'
import { writeTransactions } from './write-transactions.ts'

/**
 * Writes what transactions did to names, balances and objects, and what they say of themselves. The rows depend on the set of transactions written so far,
 * not on how they were cut into batches, repeated or ordered.
 */
export async function writeState(at: Statements, batch: readonly StateChanges[]): Promise<void> {
  if (batch.length === 0) return
  const inOrder = batch.toSorted((a, b) => (a.version < b.version ? -1 : 1))
  await Promise.all([
    writeNames(at, inOrder),
    writeFungible(at, inOrder),
    writeObjects(at, inOrder),
    writeTransactions(at, inOrder),
  ])
}
