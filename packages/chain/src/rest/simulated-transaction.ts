import { type Address, toAddressOrNull, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { isJsonObject, type Json, jsonAt } from '@opal/domain/json'
import { normaliseMoveType } from '../transaction/move-type.ts'

/**
 * Parses a simulated transaction of the node's REST API into the domain's form, so that readers of the stream can
 * read a simulation too. Fields that no simulation has (block, epoch) are 0.
 */
export function readSimulatedTransaction(transaction: { readonly [key: string]: Json }): ChainTransaction {
  return {
    version: wholeOf(transaction.version),
    hash: String(transaction.hash ?? '0x'),
    blockHeight: 0n,
    epoch: 0n,
    timestampMicros: wholeOf(transaction.timestamp),
    success: transaction.success === true,
    sender: typeof transaction.sender === 'string' ? toAddressOrNull(transaction.sender) : null,
    entryFunction: null,
    gasUsed: wholeOf(transaction.gas_used),
    gasUnitPrice: wholeOf(transaction.gas_unit_price),
    events: listOf(transaction.events).map(readEvent),
    changes: listOf(transaction.changes).flatMap((change, index) => readChange(change, index) ?? []),
  }
}

function readEvent(event: Json, index: number): ChainEvent {
  return {
    index,
    type: normaliseMoveType(textAt(event, 'type')),
    accountAddress: addressAt(event, 'guid.account_address'),
    creationNumber: wholeOf(jsonAt(event, 'guid.creation_number')),
    sequenceNumber: wholeOf(jsonAt(event, 'sequence_number')),
    data: jsonAt(event, 'data') ?? null,
  }
}

/** Null for written modules, and for table items that the node does not describe. */
function readChange(change: Json, index: number): ChainChange | null {
  const written = jsonAt(change, 'data')
  switch (textAt(change, 'type')) {
    case 'write_resource': {
      const type = normaliseMoveType(textAt(written, 'type'))
      const data = jsonAt(written, 'data') ?? null
      return { kind: 'write-resource', index, address: addressAt(change, 'address'), type, data }
    }
    case 'delete_resource': {
      const type = normaliseMoveType(textAt(change, 'resource'))
      return { kind: 'delete-resource', index, address: addressAt(change, 'address'), type }
    }
    case 'write_table_item':
    case 'delete_table_item':
      return isJsonObject(written) ? readTableItem(change, written, index) : null
    default:
      return null
  }
}

function readTableItem(change: Json, written: Json, index: number): ChainChange {
  const item = {
    index,
    handle: textAt(change, 'handle'),
    keyType: normaliseMoveType(textAt(written, 'key_type')),
    key: jsonAt(written, 'key') ?? null,
  }
  if (textAt(change, 'type') === 'delete_table_item') return { ...item, kind: 'delete-table-item' }
  const valueType = normaliseMoveType(textAt(written, 'value_type'))
  return { ...item, kind: 'write-table-item', valueType, value: jsonAt(written, 'value') ?? null }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function textAt(value: Json | undefined, path: string): string {
  const found = jsonAt(value, path)
  return typeof found === 'string' ? found : ''
}

function addressAt(value: Json | undefined, path: string): Address {
  return toAddressOrNull(textAt(value, path)) ?? ZERO_ADDRESS
}

function wholeOf(value: Json | undefined): bigint {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n
}
