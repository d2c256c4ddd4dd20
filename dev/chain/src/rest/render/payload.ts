import { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import { renderChange } from './change.ts'
import { renderEvent } from './event.ts'
import { renderFunction, renderModule } from './module.ts'
import { renderMoveType } from './move-type.ts'
import { parseMoveJson, toHex } from './scalars.ts'

type TransactionPayload = aptos.transaction.v1.TransactionPayload
const { TransactionPayload_Type: Kind } = aptos.transaction.v1

/** Renders the payload of a user's request. Payload kinds the chain no longer accepts keep the node's names. */
export function renderPayload(payload: TransactionPayload, layouts: Modules): JsonObject {
  switch (payload.type) {
    case Kind.TYPE_ENTRY_FUNCTION_PAYLOAD:
      return renderEntryFunction(payload.entryFunctionPayload ?? {})
    case Kind.TYPE_SCRIPT_PAYLOAD:
      return renderScript(payload.scriptPayload ?? {})
    case Kind.TYPE_MULTISIG_PAYLOAD:
      return renderMultisig(payload.multisigPayload ?? {})
    case Kind.TYPE_MODULE_BUNDLE_PAYLOAD:
      return {
        modules: (payload.moduleBundlePayload?.modules ?? []).map(renderModule),
        type: 'module_bundle_payload',
      }
    case Kind.TYPE_WRITE_SET_PAYLOAD:
      return renderWriteSetPayload(payload.writeSetPayload?.writeSet ?? {}, layouts)
    default:
      throw new Error(`A transaction holds a payload of unknown kind ${payload.type}.`)
  }
}

/** Returns the genesis transaction's payload: everything it wrote. */
export function renderWriteSetPayload(writeSet: aptos.transaction.v1.WriteSet, layouts: Modules): JsonObject {
  return { write_set: renderWriteSet(writeSet, layouts), type: 'write_set_payload' }
}

function renderWriteSet(writeSet: aptos.transaction.v1.WriteSet, layouts: Modules): JsonObject {
  if (writeSet.scriptWriteSet !== undefined) {
    return {
      execute_as: writeSet.scriptWriteSet.executeAs ?? '',
      script: renderScript(writeSet.scriptWriteSet.script ?? {}),
      type: 'script_write_set',
    }
  }
  return {
    changes: (writeSet.directWriteSet?.writeSetChange ?? []).map((change) => renderChange(change, layouts)),
    events: (writeSet.directWriteSet?.events ?? []).map(renderEvent),
    type: 'direct_write_set',
  }
}

function renderEntryFunction(payload: aptos.transaction.v1.EntryFunctionPayload): JsonObject {
  const id = payload.function
  return {
    function: payload.entryFunctionIdStr ?? `${id?.module?.address}::${id?.module?.name}::${id?.name}`,
    type_arguments: (payload.typeArguments ?? []).map(renderMoveType),
    arguments: (payload.arguments ?? []).map(parseMoveJson),
    type: 'entry_function_payload',
  }
}

function renderScript(payload: aptos.transaction.v1.ScriptPayload): JsonObject {
  const bytecode = toHex(payload.code?.bytecode)
  const abi = payload.code?.abi
  return {
    code: abi === undefined ? { bytecode } : { bytecode, abi: renderFunction(abi) },
    type_arguments: (payload.typeArguments ?? []).map(renderMoveType),
    arguments: (payload.arguments ?? []).map(parseMoveJson),
    type: 'script_payload',
  }
}

function renderMultisig(payload: aptos.transaction.v1.MultisigPayload): JsonObject {
  const inner = payload.transactionPayload?.entryFunctionPayload
  const multisig_address = payload.multisigAddress ?? ''
  if (inner === undefined) return { multisig_address, type: 'multisig_payload' }
  return { multisig_address, transaction_payload: renderEntryFunction(inner), type: 'multisig_payload' }
}
