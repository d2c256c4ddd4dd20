import { aptos } from '@aptos-labs/aptos-protos'
import { toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveFunction, MoveModule, MoveStruct } from '../../modules/move-module.ts'
import { renderMoveType } from './move-type.ts'
import { toHex } from './scalars.ts'

const { MoveAbility, MoveFunction_Visibility: Visibility } = aptos.transaction.v1
type Ability = aptos.transaction.v1.MoveAbility

const ABILITIES: Readonly<Record<number, string>> = {
  [MoveAbility.MOVE_ABILITY_COPY]: 'copy',
  [MoveAbility.MOVE_ABILITY_DROP]: 'drop',
  [MoveAbility.MOVE_ABILITY_STORE]: 'store',
  [MoveAbility.MOVE_ABILITY_KEY]: 'key',
}
const VISIBILITIES: Readonly<Record<number, string>> = {
  [Visibility.VISIBILITY_PRIVATE]: 'private',
  [Visibility.VISIBILITY_PUBLIC]: 'public',
  [Visibility.VISIBILITY_FRIEND]: 'friend',
}

/** Returns the published bytecode of a write set, with its ABI when the stream carries one. */
export function renderModule(module: aptos.transaction.v1.MoveModuleBytecode): JsonObject {
  const bytecode = toHex(module.bytecode)
  return module.abi === undefined ? { bytecode } : { bytecode, abi: renderAbi(module.abi) }
}

/** Returns a function's ABI, as script payloads carry it too. */
export function renderFunction(move: aptos.transaction.v1.MoveFunction): JsonObject {
  return {
    name: move.name ?? '',
    visibility: VISIBILITIES[move.visibility ?? 0] ?? 'private',
    is_entry: move.isEntry ?? false,
    is_view: false,
    generic_type_params: (move.genericTypeParams ?? []).map(({ constraints }) => ({
      constraints: renderAbilities(constraints),
    })),
    params: (move.params ?? []).map(renderMoveType),
    return: (move.return ?? []).map(renderMoveType),
  }
}

function renderAbi(abi: aptos.transaction.v1.MoveModule): JsonObject {
  return {
    address: abi.address ?? '',
    name: abi.name ?? '',
    friends: (abi.friends ?? []).map((friend) => `${friend.address}::${friend.name}`),
    exposed_functions: (abi.exposedFunctions ?? []).map(renderFunction),
    structs: (abi.structs ?? []).map(renderStruct),
  }
}

function renderStruct(struct: aptos.transaction.v1.MoveStruct): JsonObject {
  return {
    name: struct.name ?? '',
    is_native: struct.isNative ?? false,
    is_event: false,
    abilities: renderAbilities(struct.abilities),
    generic_type_params: (struct.genericTypeParams ?? []).map(({ constraints }) => ({
      constraints: renderAbilities(constraints),
    })),
    fields: (struct.fields ?? []).map((field) => ({
      name: field.name ?? '',
      type: field.type === undefined ? '' : renderMoveType(field.type),
    })),
  }
}

function renderAbilities(abilities: readonly Ability[] | undefined): string[] {
  return (abilities ?? []).map((ability) => ABILITIES[ability] ?? '')
}

/** Returns a module with its ABI as `GET /accounts/:address/module/:name` answers it. */
export function renderModuleAbi(module: MoveModule, bytecode: Uint8Array): JsonObject {
  return {
    bytecode: toHex(bytecode),
    abi: {
      address: toShortAddress(module.address),
      name: module.name,
      friends: [],
      exposed_functions: module.functions.filter(isExposed).map(renderDeclaredFunction),
      structs: module.structs.map(renderDeclaredStruct),
    },
  }
}

/** The node hides functions that cannot be called from outside. */
function isExposed(move: MoveFunction): boolean {
  return move.visibility !== 'private' || move.isEntry || move.isView
}

function renderDeclaredFunction(move: MoveFunction): JsonObject {
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

function renderDeclaredStruct(struct: MoveStruct): JsonObject {
  return {
    name: struct.name,
    is_native: false,
    is_event: struct.isEvent ?? false,
    abilities: struct.abilities,
    generic_type_params: Array.from({ length: struct.typeParameters }, () => ({ constraints: [] })),
    fields: struct.fields.map(({ name, type }) => ({ name, type })),
  }
}
