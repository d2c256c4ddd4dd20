import type { Statements } from '../../driver/pipelined.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { ownershipEvents } from '../../tables/ownership-events.ts'
import type { IndexedTransaction } from '../batch.ts'

/** Logs every change of owners; of several in one transaction the last counts. @param isNew none of them is logged yet. */
export async function writeOwnershipEvents(
  at: Statements,
  batch: readonly IndexedTransaction[],
  isNew: boolean,
): Promise<void> {
  const rows = batch.flatMap(({ transaction, tokens }) =>
    tokens.ownerships.map((change) => ({
      token_data_id: change.tokenDataId,
      property_version: change.propertyVersionV1,
      owner_address: change.ownerAddress,
      storage_id: change.storageId,
      version: transaction.version,
      amount: change.amount,
      at_micros: transaction.timestampMicros,
    })),
  )
  await writeRows(at, ownershipEvents, isNew ? rows.toReversed() : rows, isNew ? 'add' : 'overwrite')
}
