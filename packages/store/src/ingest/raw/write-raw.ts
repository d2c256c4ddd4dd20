import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Statements } from '../../driver/pipelined.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { type ChangeRow, changes } from '../../tables/changes.ts'
import { type EventRow, events } from '../../tables/events.ts'
import { type TransactionRow, transactions } from '../../tables/transactions.ts'

/** Whether older rows stand as they are, or there cannot be any. */
export type FactConflict = 'keep' | 'add'

/** Keeps the wanted transactions with their wanted events and changes; everything else can be derived from them again. */
export async function writeRaw(at: Statements, wanted: readonly ChainTransaction[]): Promise<void> {
  await Promise.all([writeRawEvents(at, wanted, 'keep'), writeRawChanges(at, wanted, 'keep')])
}

/** The first part of {@link writeRaw}. */
export async function writeRawEvents(
  at: Statements,
  wanted: readonly ChainTransaction[],
  conflict: FactConflict,
): Promise<void> {
  const rows = wanted.flatMap(({ version, events }) => events.map((event) => toEventRow(version, event)))
  await Promise.all([
    writeRows(at, transactions, wanted.map(toTransactionRow), conflict),
    writeRows(at, events, rows, conflict),
  ])
}

/** The other part of {@link writeRaw}. */
export async function writeRawChanges(
  at: Statements,
  wanted: readonly ChainTransaction[],
  conflict: FactConflict,
): Promise<void> {
  const rows = wanted.flatMap(({ version, changes }) => changes.map((change) => toChangeRow(version, change)))
  await writeRows(at, changes, rows, conflict)
}

function toTransactionRow(transaction: ChainTransaction): TransactionRow {
  return {
    version: transaction.version,
    hash: transaction.hash,
    block_height: transaction.blockHeight,
    epoch: transaction.epoch,
    timestamp_micros: transaction.timestampMicros,
    success: transaction.success,
    sender: transaction.sender,
    entry_function: transaction.entryFunction,
    gas_used: transaction.gasUsed,
    gas_unit_price: transaction.gasUnitPrice,
  }
}

function toEventRow(version: bigint, event: ChainEvent): EventRow {
  return {
    version,
    event_index: event.index,
    type: event.type,
    account_address: event.accountAddress,
    creation_number: event.creationNumber,
    sequence_number: event.sequenceNumber,
    data: event.data,
  }
}

function toChangeRow(version: bigint, change: ChainChange): ChangeRow {
  const base = { version, change_index: change.index, kind: change.kind }
  const none = { address: null, type: null, handle: null, key_type: null, key: null, data: null }
  switch (change.kind) {
    case 'write-resource':
      return { ...none, ...base, address: change.address, type: change.type, data: change.data }
    case 'delete-resource':
      return { ...none, ...base, address: change.address, type: change.type }
    case 'write-table-item':
      return {
        ...none,
        ...base,
        handle: change.handle,
        key_type: change.keyType,
        key: change.key,
        type: change.valueType,
        data: change.value,
      }
    case 'delete-table-item':
      return { ...none, ...base, handle: change.handle, key_type: change.keyType, key: change.key }
  }
}
