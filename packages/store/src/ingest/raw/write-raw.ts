import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type ChangeRow, changes, type EventRow, events, type TransactionRow, transactions } from '../../schema/raw.ts'
import { insertConflict } from '../batch.ts'
import { definePhase } from '../define-phase.ts'

/** Stores the wanted transactions with their wanted events. */
export const rawTransactionsPhase = definePhase({
  name: 'raw-transactions',
  writes: ['chain.transactions', 'chain.events'],
  compute: ({ batch }) => ({
    transactions: batch.transactions.map(toTransactionRow),
    events: batch.transactions.flatMap(toEventRows),
  }),
  write: (db, rows, { batch }) => [
    writeRows(db, transactions, rows.transactions, insertConflict(batch)),
    writeRows(db, events, rows.events, insertConflict(batch)),
  ],
})

/** Stores the wanted changes of the wanted transactions. */
export const rawChangesPhase = definePhase({
  name: 'raw-changes',
  writes: ['chain.changes'],
  compute: ({ batch }) => batch.transactions.flatMap(toChangeRows),
  write: (db, rows, { batch }) => [writeRows(db, changes, rows, insertConflict(batch))],
})

/** Stores wanted transactions with their wanted events and changes: everything else can be derived from them again. */
export async function writeRaw(db: Executor, wanted: readonly ChainTransaction[]): Promise<void> {
  const rows = toRawRows(wanted)
  await Promise.all([
    writeRows(db, transactions, rows.transactions, 'keep'),
    writeRows(db, events, rows.events, 'keep'),
    writeRows(db, changes, rows.changes, 'keep'),
  ])
}

/** Rows of wanted transactions, by table. */
export interface RawRows {
  readonly transactions: readonly TransactionRow[]
  readonly events: readonly EventRow[]
  readonly changes: readonly ChangeRow[]
}

/** Returns the rows that {@link writeRaw} writes. */
export function toRawRows(wanted: readonly ChainTransaction[]): RawRows {
  return {
    transactions: wanted.map(toTransactionRow),
    events: wanted.flatMap(toEventRows),
    changes: wanted.flatMap(toChangeRows),
  }
}

function toEventRows({ version, events: emitted }: ChainTransaction): readonly EventRow[] {
  return emitted.map((event) => toEventRow(version, event))
}

function toChangeRows({ version, changes: made }: ChainTransaction): readonly ChangeRow[] {
  return made.map((change) => toChangeRow(version, change))
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
