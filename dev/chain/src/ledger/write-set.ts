import { aptos } from '@aptos-labs/aptos-protos'
import { type Address, toShortAddress } from '@opal/domain/address'
import { isAccountResource } from './accounts.ts'
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
  /** The resource's type, or {@link OBJECT_GROUP}. */
  readonly key: string
}

/** The write set of an overlay in the node's order: by address and path, each object's resources whole, table items last. */
export function writeSetOf(overlay: Overlay): Change[] {
  const slots = slotsOf(overlay).filter((slot) => isChanged(sizeChange(overlay, slot)))
  const changes = slots.sort(bySlotOrder).flatMap((slot) => slotChanges(overlay, slot))
  for (const [handle, table] of overlay.items)
    for (const item of table.values()) changes.push(tableChange(handle, item))
  return changes
}

/** How large the written state items were and are: what storage fees are counted from. */
export function slotChangesOf(overlay: Overlay): SlotChange[] {
  return slotsOf(overlay)
    .map((slot) => sizeChange(overlay, slot))
    .filter(isChanged)
}

/** What was neither there before nor after leaves no trace. */
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
  return overlay.get(address, OBJECT_CORE) !== null || overlay.parent.get(address, OBJECT_CORE) !== null
}

function sizeChange(overlay: Overlay, { address, key }: Slot): SlotChange {
  const size = key === OBJECT_GROUP ? groupSize : sizeOf
  return { bytesBefore: size(overlay.parent, address, key), bytesAfter: size(overlay, address, key) }
}

function slotChanges(overlay: Overlay, { address, key }: Slot): Change[] {
  const hash = resourceKeyHash(address, key)
  if (key !== OBJECT_GROUP) return [resourceChange(overlay, address, key, hash)]
  const members = groupMembers(overlay, address)
  if (members.length === 0) return [deleteChange(address, OBJECT_GROUP, hash)]
  return members
    .sort((left, right) => (memberOrder(left) < memberOrder(right) ? -1 : 1))
    .map((type) => resourceChange(overlay, address, type, hash))
}

function groupMembers(reader: StateReader, address: Address): string[] {
  return [...reader.typesAt(address)].filter((type) => !isAccountResource(type))
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
