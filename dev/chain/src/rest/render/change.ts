import { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import { renderModule } from './module.ts'
import { parseMoveJson, toHex } from './scalars.ts'
import { encodeTableBcs } from './table-bcs.ts'

type WriteSetChange = aptos.transaction.v1.WriteSetChange
const { WriteSetChange_Type: Kind } = aptos.transaction.v1

/** Returns one entry of a write set, with its `type` last as the node prints it. */
export function renderChange(change: WriteSetChange, layouts: Modules): JsonObject {
  switch (change.type) {
    case Kind.TYPE_WRITE_RESOURCE:
      return renderWriteResource(change.writeResource ?? {})
    case Kind.TYPE_DELETE_RESOURCE:
      return renderDeleteResource(change.deleteResource ?? {})
    case Kind.TYPE_WRITE_TABLE_ITEM:
      return renderWriteTableItem(change.writeTableItem ?? {}, layouts)
    case Kind.TYPE_DELETE_TABLE_ITEM:
      return renderDeleteTableItem(change.deleteTableItem ?? {})
    case Kind.TYPE_WRITE_MODULE:
      return renderWriteModule(change.writeModule ?? {})
    case Kind.TYPE_DELETE_MODULE:
      return renderDeleteModule(change.deleteModule ?? {})
    default:
      throw new Error(`A write set holds a change of unknown kind ${change.type}.`)
  }
}

function renderWriteResource(change: aptos.transaction.v1.WriteResource): JsonObject {
  return {
    address: change.address ?? '',
    state_key_hash: toHex(change.stateKeyHash),
    data: { type: change.typeStr ?? '', data: parseMoveJson(change.data) },
    type: 'write_resource',
  }
}

function renderDeleteResource(change: aptos.transaction.v1.DeleteResource): JsonObject {
  return {
    address: change.address ?? '',
    state_key_hash: toHex(change.stateKeyHash),
    resource: change.typeStr ?? '',
    type: 'delete_resource',
  }
}

/** The node also prints the value's BCS. The stream does not carry it: it is there where it can be encoded again. */
function renderWriteTableItem(change: aptos.transaction.v1.WriteTableItem, layouts: Modules): JsonObject {
  const { data } = change
  const value = data === undefined ? null : encodeTableBcs(data.valueType ?? '', data.value ?? '', layouts)
  return {
    state_key_hash: toHex(change.stateKeyHash),
    handle: change.handle ?? '',
    key: change.key ?? '',
    ...(value === null ? {} : { value }),
    data: data === undefined ? null : renderTableData(data),
    type: 'write_table_item',
  }
}

function renderTableData(data: aptos.transaction.v1.WriteTableData): JsonObject {
  return {
    key: parseMoveJson(data.key),
    key_type: data.keyType ?? '',
    value: parseMoveJson(data.value),
    value_type: data.valueType ?? '',
  }
}

function renderDeleteTableItem(change: aptos.transaction.v1.DeleteTableItem): JsonObject {
  const data = change.data
  return {
    state_key_hash: toHex(change.stateKeyHash),
    handle: change.handle ?? '',
    key: change.key ?? '',
    data: data === undefined ? null : { key: parseMoveJson(data.key), key_type: data.keyType ?? '' },
    type: 'delete_table_item',
  }
}

function renderWriteModule(change: aptos.transaction.v1.WriteModule): JsonObject {
  return {
    address: change.address ?? '',
    state_key_hash: toHex(change.stateKeyHash),
    data: renderModule(change.data ?? {}),
    type: 'write_module',
  }
}

function renderDeleteModule(change: aptos.transaction.v1.DeleteModule): JsonObject {
  return {
    address: change.address ?? '',
    state_key_hash: toHex(change.stateKeyHash),
    module: `${change.module?.address}::${change.module?.name}`,
    type: 'delete_module',
  }
}
