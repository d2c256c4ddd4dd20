import { toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveFunction, MoveModule, MoveStruct } from '../../modules/move-module.ts'
import { toHex } from './scalars.ts'

/** A module with its ABI as `GET /accounts/:address/module/:name` answers it. */
export function renderModuleAbi(module: MoveModule, bytecode: Uint8Array): JsonObject {
  return {
    bytecode: toHex(bytecode),
    abi: {
      address: toShortAddress(module.address),
      name: module.name,
      friends: [],
      exposed_functions: module.functions.filter(isExposed).map(renderFunction),
      structs: module.structs.map(renderStruct),
    },
  }
}

/** The node hides functions that nobody outside can call. */
function isExposed(move: MoveFunction): boolean {
  return move.visibility !== 'private' || move.isEntry || move.isView
}

function renderFunction(move: MoveFunction): JsonObject {
  return {
    name: move.name,
    visibility: move.visibility,
    is_entry: move.isEntry,
    is_view: move.isView,
    generic_type_params: move.typeParameters.map((constraints) => ({ constraints })),
    params: move.parameters,
    return: move.returns,
  }
}

function renderStruct(struct: MoveStruct): JsonObject {
  return {
    name: struct.name,
    is_native: false,
    is_event: struct.isEvent ?? false,
    abilities: struct.abilities,
    generic_type_params: Array.from({ length: struct.typeParameters }, () => ({ constraints: [] })),
    fields: struct.fields.map(({ name, type }) => ({ name, type })),
  }
}
