import { aptos } from '@aptos-labs/aptos-protos'
import { type Address, toShortAddress } from '@opal/domain/address'
import { ACCOUNT } from './accounts.ts'
import type { SlotChange } from './gas-schedule.ts'
import { OBJECT_CORE } from './objects.ts'
import type { Overlay } from './overlay.ts'
import { protoStructTag } from './proto-types.ts'
import { resourceText } from './resource-text.ts'
import type { StateReader, TableItem } from './state.ts'
import { accessPath, memberOrder, OBJECT_GROUP, resourceKeyHash, tableItemKeyHash } from './state-key.ts'

type Change = aptos.transaction.v1.WriteSetChange
const { WriteSetChange_Type: ChangeType } = aptos.transaction.v1

/** One state item that a transaction touches: a resource, or all resources of an object together. */
interface Slot {
  readonly address: Address
  /** The resource's type, or the group's. */
  readonly key: string
  readonly changes: readonly Change[]
  readonly size: SlotChange
}

/** The write set of an overlay, in the node's order, and the sizes that storage fees are counted from. */
export interface WriteSet {
  readonly changes: Change[]
  readonly slots: SlotChange[]
}

/** Every state item written, each object's resources whole, ordered by address and path; table items last. */
export function writeSetOf(overlay: Overlay): WriteSet {
  const slots: Slot[] = []
  for (const [address, written] of overlay.writes) slots.push(...slotsAt(overlay, address, written.keys()))
  slots.sort(bySlotOrder)
  const changes = slots.flatMap((slot) => slot.changes)
  for (const [handle, table] of overlay.items)
    for (const item of table.values()) changes.push(tableChange(handle, item))
  return { changes, slots: slots.map((slot) => slot.size) }
}

function slotsAt(overlay: Overlay, address: Address, written: Iterable<string>): Slot[] {
  const slots: Slot[] = []
  let inGroup = false
  for (const type of written) {
    if (isGroupMember(overlay, address, type)) inGroup = true
    else slots.push(resourceSlot(overlay, address, type))
  }
  if (inGroup) slots.push(groupSlot(overlay, address))
  return slots.filter((slot) => slot.size.bytesBefore > 0 || slot.size.bytesAfter > 0)
}

/** At the address of an object, everything but account resources belongs to the object's group. */
function isGroupMember(overlay: Overlay, address: Address, type: string): boolean {
  if (type === ACCOUNT || type.startsWith('0x1::coin::CoinStore<')) return false
  return overlay.get(address, OBJECT_CORE) !== null || overlay.parent.get(address, OBJECT_CORE) !== null
}

function resourceSlot(overlay: Overlay, address: Address, type: string): Slot {
  const hash = resourceKeyHash(address, type)
  const size = { bytesBefore: sizeOf(overlay.parent, address, type), bytesAfter: sizeOf(overlay, address, type) }
  return { address, key: type, changes: [resourceChange(overlay, address, type, hash)], size }
}

function groupSlot(overlay: Overlay, address: Address): Slot {
  const hash = resourceKeyHash(address, OBJECT_GROUP)
  const members = groupMembers(overlay, address)
  const changes = members.map((type) => resourceChange(overlay, address, type, hash))
  if (changes.length === 0) changes.push(deleteChange(address, OBJECT_GROUP, hash))
  const size = { bytesBefore: groupSize(overlay.parent, address), bytesAfter: groupSize(overlay, address) }
  return { address, key: OBJECT_GROUP, changes, size }
}

function groupMembers(reader: StateReader, address: Address): string[] {
  const types = [...reader.typesAt(address)].filter(
    (type) => type !== ACCOUNT && !type.startsWith('0x1::coin::CoinStore<'),
  )
  return types.sort((left, right) => (memberOrder(left) < memberOrder(right) ? -1 : 1))
}

function groupSize(reader: StateReader, address: Address): number {
  return groupMembers(reader, address).reduce((sum, type) => sum + sizeOf(reader, address, type), 0)
}

/** BCS is about half as long as Move JSON; an estimate is enough for fees, as long as it is always the same. */
function sizeOf(reader: StateReader, address: Address, type: string): number {
  const resource = reader.get(address, type)
  return resource === null ? 0 : Math.ceil(resourceText(resource).length / 2)
}

function resourceChange(overlay: Overlay, address: Address, type: string, stateKeyHash: Buffer): Change {
  const resource = overlay.get(address, type)
  if (resource === null) return deleteChange(address, type, stateKeyHash)
  return {
    type: ChangeType.TYPE_WRITE_RESOURCE,
    writeResource: {
      address: toShortAddress(address),
      stateKeyHash,
      type: protoStructTag(type),
      typeStr: type,
      data: resourceText(resource),
    },
  }
}

function deleteChange(address: Address, type: string, stateKeyHash: Buffer): Change {
  return {
    type: ChangeType.TYPE_DELETE_RESOURCE,
    deleteResource: { address: toShortAddress(address), stateKeyHash, type: protoStructTag(type), typeStr: type },
  }
}

function tableChange(handle: string, item: TableItem): Change {
  const { key, keyType, value, valueType } = item
  return {
    type: ChangeType.TYPE_WRITE_TABLE_ITEM,
    writeTableItem: {
      stateKeyHash: tableItemKeyHash(handle, item.keyBytes),
      handle,
      key: `0x${Buffer.from(item.keyBytes).toString('hex')}`,
      data: { key, keyType, value, valueType },
    },
  }
}

function bySlotOrder(left: Slot, right: Slot): number {
  if (left.address !== right.address) return left.address < right.address ? -1 : 1
  return Buffer.compare(accessPath(left.key), accessPath(right.key))
}
