import type { aptos } from '@aptos-labs/aptos-protos'
import { toAddressOrNull } from '@opal/domain/address'
import type { ChainChange } from '@opal/domain/chain-transaction'
import { normaliseMoveType } from './move-type.ts'
import { parseMoveJson } from './parse-move-json.ts'

type Change = aptos.transaction.v1.WriteSetChange

/** Which written resources are worth parsing, by their normalised type. */
export type WantsResource = (type: string) => boolean

/**
 * The write set without its modules, without table items that the node could not describe, and without resources that lie
 * at no address. Positions are those of the whole write set.
 *
 * @param wants leaves written resources of other types out, unparsed; most of a write set is coins and accounts.
 */
export function parseChanges(changes: readonly Change[], wants: WantsResource = () => true): readonly ChainChange[] {
  return changes.flatMap((change, index) => {
    const parsed = parseChange(change, index, wants)
    return parsed === null ? [] : [parsed]
  })
}

function parseChange(change: Change, index: number, wants: WantsResource): ChainChange | null {
  if (change.writeResource !== undefined) return writeResource(change.writeResource, index, wants)
  if (change.deleteResource !== undefined) return deleteResource(change.deleteResource, index)
  if (change.writeTableItem !== undefined) return writeTableItem(change.writeTableItem, index)
  if (change.deleteTableItem !== undefined) return deleteTableItem(change.deleteTableItem, index)
  return null
}

function writeResource(
  write: aptos.transaction.v1.WriteResource,
  index: number,
  wants: WantsResource,
): ChainChange | null {
  const type = normaliseMoveType(write.typeStr ?? '')
  if (!wants(type)) return null
  const address = toAddressOrNull(write.address ?? '')
  return address === null ? null : { index, kind: 'write-resource', address, type, data: parseMoveJson(write.data) }
}

function deleteResource(write: aptos.transaction.v1.DeleteResource, index: number): ChainChange | null {
  const address = toAddressOrNull(write.address ?? '')
  return address === null
    ? null
    : { index, kind: 'delete-resource', address, type: normaliseMoveType(write.typeStr ?? '') }
}

function writeTableItem({ handle, key, data }: aptos.transaction.v1.WriteTableItem, index: number): ChainChange | null {
  if (data === undefined) return null
  const { keyType = '', valueType = '' } = data
  return {
    index,
    kind: 'write-table-item',
    handle: handle ?? '',
    rawKey: key ?? '',
    keyType: normaliseMoveType(keyType),
    key: parseMoveJson(data.key),
    valueType: normaliseMoveType(valueType),
    value: parseMoveJson(data.value),
  }
}

function deleteTableItem(
  { handle, key, data }: aptos.transaction.v1.DeleteTableItem,
  index: number,
): ChainChange | null {
  if (data === undefined) return null
  const { keyType = '' } = data
  return {
    index,
    kind: 'delete-table-item',
    handle: handle ?? '',
    rawKey: key ?? '',
    keyType: normaliseMoveType(keyType),
    key: parseMoveJson(data.key),
  }
}
