import { aptos } from '@aptos-labs/aptos-protos'
import { type Address, toShortAddress } from '@opal/domain/address'
import { cached } from '../cached.ts'
import type { ResourceCell } from '../state/resource-cell.ts'
import type { TableItem, TableKey } from '../state/state.ts'
import { tableItemKeyHash } from '../state/state-key.ts'
import { hexOf } from './hex.ts'
import { protoStructTag } from './proto-types.ts'
import { ProtoWriter } from './proto-writer.ts'

/** Protobuf of an `aptos.transaction.v1.WriteSetChange`. */
export type EncodedChange = Uint8Array

const { MoveStructTag, WriteSetChange_Type: ChangeType } = aptos.transaction.v1
const CHANGE = { type: 1, deleteResource: 3, deleteTableItem: 4, writeResource: 6, writeTableItem: 7 } as const
const CACHE_LIMIT = 20_000
const writer = new ProtoWriter()
const known = new Map<ResourceCell, EncodedChange>()

/** Returns a resource that a transaction wrote. */
export function encodeResource(
  address: Address,
  type: string,
  cell: ResourceCell,
  stateKeyHash: Uint8Array,
): EncodedChange {
  const { text } = cell
  return encode(ChangeType.TYPE_WRITE_RESOURCE, CHANGE.writeResource, text.length + 300, () => {
    writeResourceHead(address, type, stateKeyHash)
    writer.text(5, text)
  })
}

/** Encodes as {@link encodeResource} does, cached: for what a transaction found and shows again only because its object was touched. */
export function encodeUntouched(
  address: Address,
  type: string,
  cell: ResourceCell,
  stateKeyHash: Uint8Array,
): EncodedChange {
  const before = known.get(cell)
  if (before !== undefined) return before
  if (known.size >= CACHE_LIMIT) known.clear()
  const encoded = encodeResource(address, type, cell, stateKeyHash)
  known.set(cell, encoded)
  return encoded
}

/** Returns a resource that is gone. */
export function encodeDeletion(address: Address, type: string, stateKeyHash: Uint8Array): EncodedChange {
  return encode(ChangeType.TYPE_DELETE_RESOURCE, CHANGE.deleteResource, 200, () =>
    writeResourceHead(address, type, stateKeyHash),
  )
}

/** Returns a table item that was written. */
export function encodeTableItem(handle: string, item: TableItem): EncodedChange {
  const { key, keyType, value, valueType } = item
  return encode(ChangeType.TYPE_WRITE_TABLE_ITEM, CHANGE.writeTableItem, 300, () => {
    writeTableHead(handle, item)
    writer.message(4, key.length + value.length, () => {
      writer.text(1, key)
      writer.text(2, keyType)
      writer.text(3, value)
      writer.text(4, valueType)
    })
  })
}

/** Returns a table item that is gone. */
export function encodeTableDeletion(handle: string, at: TableKey): EncodedChange {
  const { key, keyType } = at
  return encode(ChangeType.TYPE_DELETE_TABLE_ITEM, CHANGE.deleteTableItem, 200, () => {
    writeTableHead(handle, at)
    writer.message(4, key.length, () => {
      writer.text(1, key)
      writer.text(2, keyType)
    })
  })
}

function encode(type: number, field: number, expected: number, write: () => void): EncodedChange {
  writer.number(CHANGE.type, type)
  writer.message(field, expected, write)
  return writer.take()
}

function writeResourceHead(address: Address, type: string, stateKeyHash: Uint8Array): void {
  writer.text(1, toShortAddress(address))
  writer.bytes(2, stateKeyHash)
  writer.raw(typeFieldsOf(type))
}

function writeTableHead(handle: string, { keyBytes }: TableKey): void {
  writer.bytes(1, tableItemKeyHash(handle, keyBytes))
  writer.text(2, handle)
  writer.text(3, hexOf(keyBytes))
}

/** `type` and `type_str`, which have the same numbers in a write and a deletion. */
const typeFieldsOf = cached((type: string): Uint8Array => {
  const own = new ProtoWriter()
  own.bytes(3, MoveStructTag.encode(protoStructTag(type)).finish())
  own.text(4, type)
  return own.take()
})
