import { Serializer } from '@aptos-labs/ts-sdk'
import type { Json, JsonObject } from '@opal/domain/json'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import { encodeBcsArgument } from './encode-argument.ts'
import {
  isFrameworkStruct,
  type MoveStructType,
  type MoveType,
  optionItem,
  parseMoveType,
  printMoveType,
  substituteType,
} from './move-type.ts'
import { readJsonArgument } from './move-values.ts'

/** Source of struct definitions. */
export type Modules = Pick<ModuleRegistry, 'module'>

/**
 * Returns BCS of a Move value from its JSON, structs included: their fields stand in the order in which their
 * module declares them.
 * @throws TypeError when a struct is not of a published module, or the value does not fit the type.
 */
export function encodeMoveJson(type: MoveType, value: Json, modules: Modules): Uint8Array {
  const writer = new Serializer()
  write(writer, type, value, modules)
  return writer.toUint8Array()
}

/**
 * Returns the fields of a struct in declaration order, type arguments filled in; null when no published module
 * declares it.
 */
export function structFields(
  type: MoveStructType,
  modules: Modules,
): readonly { name: string; type: MoveType }[] | null {
  const module = modules.module(type.address, type.module)
  const declared = module?.structs.find(({ name }) => name === type.name)
  if (declared === undefined) return null
  return declared.fields.map((field) => ({
    name: field.name,
    type: substituteType(parseMoveType(field.type), type.typeArguments),
  }))
}

/** Strings and objects are structs too, but are written as what they hold. */
export function isPlainStruct(type: MoveStructType): boolean {
  return isFrameworkStruct(type, 'string', 'String') || isFrameworkStruct(type, 'object', 'Object')
}

function write(writer: Serializer, type: MoveType, value: Json, modules: Modules): void {
  const item = optionItem(type)
  if (item !== null) writeMany(writer, item, (value as { vec: Json[] }).vec, modules)
  else if (type.kind === 'vector' && Array.isArray(value)) writeMany(writer, type.of, value, modules)
  else if (type.kind === 'struct' && !isPlainStruct(type)) writeStruct(writer, type, value, modules)
  else writer.serializeFixedBytes(encodeBcsArgument(type, readJsonArgument(type, value)))
}

function writeMany(writer: Serializer, of: MoveType, values: readonly Json[], modules: Modules): void {
  writer.serializeU32AsUleb128(values.length)
  for (const value of values) write(writer, of, value, modules)
}

function writeStruct(writer: Serializer, type: MoveStructType, value: Json, modules: Modules): void {
  const fields = structFields(type, modules)
  if (fields === null) throw new TypeError(`no module declares ${printMoveType(type)}`)
  for (const field of fields) {
    const inner = (value as JsonObject)[field.name]
    if (inner === undefined) throw new TypeError(`${printMoveType(type)} lacks ${field.name}`)
    write(writer, field.type, inner, modules)
  }
}
