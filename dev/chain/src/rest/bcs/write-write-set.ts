import type { aptos } from '@aptos-labs/aptos-protos'
import { Serializer } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import { bytes32 } from '../../ledger/crypto/sha3.ts'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import { accessPath, OBJECT_GROUP, resourceKeyHash } from '../../ledger/state/state-key.ts'
import { parseMoveJson } from '../render/scalars.ts'
import { encodeValue } from './encode-value.ts'
import { lengthPrefixed, structTagBytes, writeMap } from './write-parts.ts'

type Change = aptos.transaction.v1.WriteSetChange
type WriteResource = aptos.transaction.v1.WriteResource

const KeyVariant = { accessPath: 0, tableItem: 1 } as const
/** The stream does not say whether a write created its item, so all are written as modifications. */
const OpVariant = { modification: 1, deletion: 2 } as const

/**
 * Writes a WriteSet: what each changed state key holds afterwards; an object's resources stand together under its group.
 * @source aptos-types write_set, state_store
 */
export function writeWriteSet(writer: Serializer, changes: readonly Change[], layouts: Modules): void {
  writer.serializeU32AsUleb128(0) // WriteSet::V0
  const [groups, entries] = [new Map<Address, WriteResource[]>(), [] as [Uint8Array, Uint8Array][]]
  for (const change of changes) {
    const group = groupOf(change)
    if (group !== null) groups.set(group.address, [...(groups.get(group.address) ?? []), group.member])
    else entries.push(...entryOf(change, layouts))
  }
  for (const [address, members] of groups) {
    entries.push([resourceKey(address, OBJECT_GROUP), modification(groupBytes(members, layouts))])
  }
  writeMap(writer, entries)
}

/** A member of an object's group is stored under the group's key. */
function groupOf({ writeResource: member }: Change): { address: Address; member: WriteResource } | null {
  if (member === undefined) return null
  const address = parseAddress(member.address ?? '')
  const isMember = resourceKeyHash(address, OBJECT_GROUP).equals(member.stateKeyHash ?? new Uint8Array())
  return isMember ? { address, member } : null
}

function groupBytes(members: readonly WriteResource[], layouts: Modules): Uint8Array {
  const writer = new Serializer()
  writeMap(
    writer,
    members.map(({ typeStr = '', data }) => [
      structTagBytes(typeStr),
      lengthPrefixed(encodeValue(typeStr, parseMoveJson(data), layouts)),
    ]),
  )
  return writer.toUint8Array()
}

function entryOf(change: Change, layouts: Modules): [Uint8Array, Uint8Array][] {
  const { writeResource, deleteResource, writeTableItem, deleteTableItem } = change
  if (writeResource !== undefined) {
    const { address = '', typeStr = '', data } = writeResource
    const value = encodeValue(typeStr, parseMoveJson(data), layouts)
    return [[resourceKey(parseAddress(address), typeStr), modification(value)]]
  }
  if (deleteResource !== undefined) {
    return [[resourceKey(parseAddress(deleteResource.address ?? ''), deleteResource.typeStr ?? ''), deletion()]]
  }
  if (writeTableItem !== undefined) {
    const { valueType = '', value } = writeTableItem.data ?? {}
    const bytes = encodeValue(valueType, parseMoveJson(value), layouts)
    return [[tableKey(writeTableItem.handle, writeTableItem.key), modification(bytes)]]
  }
  if (deleteTableItem !== undefined) return [[tableKey(deleteTableItem.handle, deleteTableItem.key), deletion()]]
  return []
}

function resourceKey(address: Address, type: string): Uint8Array {
  const path = accessPath(type)
  return Buffer.concat([Uint8Array.of(KeyVariant.accessPath), bytes32(address), lengthPrefixed(path)])
}

function tableKey(handle = '0x0', key = '0x'): Uint8Array {
  const bytes = Buffer.from(key.slice(2), 'hex')
  return Buffer.concat([Uint8Array.of(KeyVariant.tableItem), bytes32(parseAddress(handle)), lengthPrefixed(bytes)])
}

function modification(value: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(OpVariant.modification), lengthPrefixed(value)])
}

function deletion(): Uint8Array {
  return Uint8Array.of(OpVariant.deletion)
}
