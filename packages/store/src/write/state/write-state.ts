import type { StateChanges } from '@opal/domain/state-changes'
import type { DatabaseTransaction } from '../../connect.ts'
import { writeFungible } from './write-fungible.ts'
import { writeNames } from './write-names.ts'
import { writeObjects } from './write-objects.ts'

/**
 * Writes what transactions did to names, balances and objects. The rows depend on the set of transactions written so far,
 * not on how they were cut into batches, repeated or ordered.
 */
export async function writeState(db: DatabaseTransaction, batch: readonly StateChanges[]): Promise<void> {
  if (batch.length === 0) return
  const inOrder = batch.toSorted((a, b) => (a.version < b.version ? -1 : 1))
  await writeNames(db, inOrder)
  await writeFungible(db, inOrder)
  await writeObjects(db, inOrder)
}
