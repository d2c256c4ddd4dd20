import type { aptos } from '@aptos-labs/aptos-protos'
import { type Address, parseAddress } from '@opal/domain/address'
import { isAccountResource } from './accounts.ts'
import { OBJECT_CORE } from './objects.ts'
import type { StateWriter } from './state.ts'
import { OBJECT_GROUP, resourceKeyHash } from './state-key.ts'

type Change = aptos.transaction.v1.WriteSetChange

/**
 * Applies a committed transaction's write set to the state. Nothing is executed again.
 * An object's resources are written as one: a member that is not among them is gone.
 */
export function applyWriteSet(state: StateWriter, transaction: aptos.transaction.v1.Transaction): void {
  const groups = new Map<Address, Set<string>>()
  for (const change of transaction.info?.changes ?? []) {
    applyChange(state, change)
    const { writeResource } = change
    if (writeResource !== undefined && isGroupMember(writeResource, groups)) noteMember(groups, writeResource)
  }
  for (const [address, members] of groups) {
    state.removeWhere(address, (type) => !isAccountResource(type) && !members.has(type))
  }
}

type WriteResource = aptos.transaction.v1.WriteResource

/** Identified by the group's key; the hash is computed only where an object's core is missing. */
function isGroupMember(write: WriteResource, groups: ReadonlyMap<Address, unknown>): boolean {
  if (isAccountResource(write.typeStr ?? '')) return false
  const address = addressOf(write)
  if (groups.has(address) || write.typeStr === OBJECT_CORE) return true
  return write.stateKeyHash !== undefined && resourceKeyHash(address, OBJECT_GROUP).equals(write.stateKeyHash)
}

function noteMember(groups: Map<Address, Set<string>>, write: WriteResource): void {
  const address = addressOf(write)
  const members = groups.get(address) ?? new Set()
  groups.set(address, members.add(write.typeStr ?? ''))
}

function applyChange(state: StateWriter, change: Change): void {
  const { writeResource, deleteResource, writeTableItem, deleteTableItem } = change
  if (writeResource?.typeStr !== undefined) {
    state.put(addressOf(writeResource), writeResource.typeStr, writeResource.data ?? '{}')
  } else if (deleteResource?.typeStr !== undefined) {
    const address = addressOf(deleteResource)
    if (deleteResource.typeStr === OBJECT_GROUP) state.removeWhere(address, (type) => !isAccountResource(type))
    else state.put(address, deleteResource.typeStr, null)
  } else if (writeTableItem?.handle !== undefined && writeTableItem.data !== undefined) {
    const { key = '', keyType = '', value = '', valueType = '' } = writeTableItem.data
    const keyBytes = Buffer.from((writeTableItem.key ?? '0x').slice(2), 'hex')
    state.putTableItem(writeTableItem.handle, { key, keyType, keyBytes, value, valueType })
  } else if (deleteTableItem?.handle !== undefined && deleteTableItem.data !== undefined) {
    const { key = '', keyType = '' } = deleteTableItem.data
    const keyBytes = Buffer.from((deleteTableItem.key ?? '0x').slice(2), 'hex')
    state.removeTableItem(deleteTableItem.handle, { key, keyType, keyBytes })
  }
}

function addressOf(change: { address?: string | undefined }): Address {
  return parseAddress(change.address ?? '')
}
