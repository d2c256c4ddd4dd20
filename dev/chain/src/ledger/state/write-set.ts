import type { Address } from '@opal/domain/address'
import {
  type EncodedChange,
  encodeDeletion,
  encodeResource,
  encodeTableDeletion,
  encodeTableItem,
  encodeUntouched,
} from '../encoding/encode-change.ts'
import type { SlotChange } from '../execution/gas-schedule.ts'
import { isAccountResource } from './accounts.ts'
import { OBJECT_CORE } from './objects.ts'
import type { Overlay, WrittenItem } from './overlay.ts'
import { estimateBytes, type ResourceCell } from './resource-cell.ts'
import type { StateReader, TableItem } from './state.ts'
import { accessPath, memberOrder, OBJECT_GROUP, resourceKeyHash } from './state-key.ts'

/** One state item that a transaction touches: a resource, or all resources of an object together. */
interface Slot {
  readonly address: Address
  /** The resource's type, or {@link OBJECT_GROUP}. */
  readonly key: string
}

/**
 * Returns the write set of an overlay in the node's order: by address and path, each object's resources whole,
 * table items last.
 */
export function writeSetOf(overlay: Overlay): EncodedChange[] {
  const slots = slotsOf(overlay).filter((slot) => isThere(overlay, slot) || isThere(overlay.parent, slot))
  const changes = slots.sort(bySlotOrder).flatMap((slot) => slotChanges(overlay, slot))
  return [...changes, ...tableChangesOf(overlay)]
}

/** Returns sizes of the written state items before and after: the basis of storage fees. */
export function slotChangesOf(overlay: Overlay): SlotChange[] {
  const resources = slotsOf(overlay).map((slot) => sizeChange(overlay, slot))
  return [...resources.filter(isChanged), ...tableSlotsOf(overlay)]
}

function isThere(reader: StateReader, { address, key }: Slot): boolean {
  if (key !== OBJECT_GROUP) return reader.cell(address, key) !== null
  for (const type of reader.cellsAt(address).keys()) if (!isAccountResource(type)) return true
  return false
}

/** Skips slots that exist neither before nor after. */
function isChanged({ bytesBefore, bytesAfter }: SlotChange): boolean {
  return bytesBefore > 0 || bytesAfter > 0
}

function slotsOf(overlay: Overlay): Slot[] {
  const slots: Slot[] = []
  for (const [address, written] of overlay.writes) {
    let inGroup = false
    for (const type of written.keys()) {
      if (isGroupMember(overlay, address, type)) inGroup = true
      else slots.push({ address, key: type })
    }
    if (inGroup) slots.push({ address, key: OBJECT_GROUP })
  }
  return slots
}

/** At the address of an object, everything but account resources belongs to the object's group. */
function isGroupMember(overlay: Overlay, address: Address, type: string): boolean {
  if (isAccountResource(type)) return false
  return overlay.cell(address, OBJECT_CORE) !== null || overlay.parent.cell(address, OBJECT_CORE) !== null
}

function sizeChange(overlay: Overlay, { address, key }: Slot): SlotChange {
  const size = key === OBJECT_GROUP ? groupSize : sizeOf
  return { bytesBefore: size(overlay.parent, address, key), bytesAfter: size(overlay, address, key) }
}

function groupSize(reader: StateReader, address: Address): number {
  let size = 0
  for (const [type, cell] of reader.cellsAt(address)) if (!isAccountResource(type)) size += cell.estimatedBytes
  return size
}

function sizeOf(reader: StateReader, address: Address, type: string): number {
  return reader.cell(address, type)?.estimatedBytes ?? 0
}

function slotChanges(overlay: Overlay, { address, key }: Slot): EncodedChange[] {
  const hash = resourceKeyHash(address, key)
  if (key === OBJECT_GROUP) return groupChanges(overlay, address, hash)
  const cell = overlay.cell(address, key)
  return [cell === null ? encodeDeletion(address, key, hash) : encodeResource(address, key, cell, hash)]
}

/** All of an object is shown when any of it was written. */
function groupChanges(overlay: Overlay, address: Address, hash: Uint8Array): EncodedChange[] {
  const members: { type: string; cell: ResourceCell; order: string }[] = []
  for (const [type, cell] of overlay.cellsAt(address)) {
    if (!isAccountResource(type)) members.push({ type, cell, order: memberOrder(type) })
  }
  if (members.length === 0) return [encodeDeletion(address, OBJECT_GROUP, hash)]
  const written = overlay.writes.get(address)
  return members
    .sort((left, right) => (left.order < right.order ? -1 : 1))
    .map(({ type, cell }) =>
      written?.has(type) === true
        ? encodeResource(address, type, cell, hash)
        : encodeUntouched(address, type, cell, hash),
    )
}

function bySlotOrder(left: Slot, right: Slot): number {
  if (left.address !== right.address) return left.address < right.address ? -1 : 1
  return Buffer.compare(accessPath(left.key), accessPath(right.key))
}

/** One table item that a transaction left behind, or removed. */
interface TouchedItem extends WrittenItem {
  readonly handle: string
  /** The previous item; null when there was none. */
  readonly before: TableItem | null
}

/** Returns the table items of a write set in the node's order: by handle, then by the bytes of the key. */
function tableChangesOf(overlay: Overlay): EncodedChange[] {
  return touchedItems(overlay).sort(byHandleAndKey).map(tableChange)
}

/** Returns sizes of the written table items before and after. */
function tableSlotsOf(overlay: Overlay): SlotChange[] {
  return touchedItems(overlay).map(({ before, item }) => ({
    bytesBefore: itemSize(before),
    bytesAfter: itemSize(item),
  }))
}

/** An item that came and went within the transaction leaves no trace. */
function touchedItems(overlay: Overlay): TouchedItem[] {
  const touched: TouchedItem[] = []
  for (const [handle, table] of overlay.items) {
    for (const { at, item } of table.values()) {
      const before = overlay.parent.tableItem(handle, at.key)
      if (before !== null || item !== null) touched.push({ handle, at, item, before })
    }
  }
  return touched
}

function itemSize(item: TableItem | null): number {
  return item === null ? 0 : item.keyBytes.length + estimateBytes(item.value)
}

function tableChange({ handle, at, item }: TouchedItem): EncodedChange {
  return item === null ? encodeTableDeletion(handle, at) : encodeTableItem(handle, item)
}

function byHandleAndKey(left: TouchedItem, right: TouchedItem): number {
  if (left.handle !== right.handle) return left.handle < right.handle ? -1 : 1
  return Buffer.compare(left.at.keyBytes, right.at.keyBytes)
}
