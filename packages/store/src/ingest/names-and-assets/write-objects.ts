import type { StateChanges, WrittenObject } from '@opal/domain/state-changes'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import {
  type ObjectChangeRow,
  type ObjectStateRow,
  objectChanges,
  objectDeletions,
  objectStates,
} from '../../schema/assets.ts'

/**
 * Writes objects, their deletions and, when in scope, their history.
 * @param batch in chain order.
 */
export async function writeObjects(db: Executor, batch: readonly StateChanges[]): Promise<void> {
  const written = batch.flatMap(({ version, objects }) => objects.written.map((object) => toStateRow(version, object)))
  const deleted = batch.flatMap(({ version, objects }) =>
    objects.deleted.map(({ objectAddress }) => ({ object_address: objectAddress, deleted_version: version })),
  )
  await Promise.all([
    writeRows(db, objectStates, written, { newer: 'written_version' }),
    writeRows(db, objectDeletions, deleted, { newer: 'deleted_version' }),
    writeRows(db, objectChanges, batch.flatMap(historyRows), 'keep'),
  ])
}

function toStateRow(version: bigint, object: WrittenObject): ObjectStateRow {
  return { ...columnsOf(object), written_version: version }
}

function columnsOf(object: WrittenObject) {
  return {
    object_address: object.objectAddress,
    state_key_hash: object.stateKeyHash,
    owner_address: object.ownerAddress,
    guid_creation_num: object.guidCreationNum,
    allow_ungated_transfer: object.allowUngatedTransfer,
    untransferrable: object.isUntransferable,
  }
}

/** Returns history rows. Deletions are stored only with the history they end. */
function historyRows({ version, objects }: StateChanges): readonly ObjectChangeRow[] {
  if (objects.history === null) return []
  const at = (changeIndex: number) => ({
    transaction_version: version,
    write_set_change_index: BigInt(changeIndex),
  })
  const written = objects.history.map(({ changeIndex, object }) => ({
    ...at(changeIndex),
    ...columnsOf(object),
    is_deleted: false,
  }))
  const deleted = objects.deleted.map(({ changeIndex, objectAddress, stateKeyHash }) => ({
    ...at(changeIndex),
    ...UNKNOWN,
    object_address: objectAddress,
    state_key_hash: stateKeyHash,
    is_deleted: true,
  }))
  return [...written, ...deleted]
}

const UNKNOWN = { owner_address: null, guid_creation_num: null, allow_ungated_transfer: null, untransferrable: null }
