import { Serializer } from '@aptos-labs/ts-sdk'
import type { MoveValue } from '../../modules/move-module.ts'
import { bytes32 } from '../crypto/sha3.ts'
import { isFrameworkStruct, type MoveType, optionItem, printMoveType } from './move-type.ts'

/**
 * Returns BCS of one argument of a known type: the opposite of {@link decodeBcsArgument}.
 * @throws TypeError when the value does not fit the type.
 */
export function encodeBcsArgument(type: MoveType, value: MoveValue): Uint8Array {
  const writer = new Serializer()
  write(writer, type, value)
  return writer.toUint8Array()
}

function write(writer: Serializer, type: MoveType, value: MoveValue): void {
  const item = optionItem(type)
  if (item !== null) writeMany(writer, item, value === null ? [] : [value])
  else if (type.kind === 'primitive') writePrimitive(writer, type.name, value)
  else if (type.kind === 'vector' && value instanceof Uint8Array) writer.serializeBytes(value)
  else if (type.kind === 'vector' && Array.isArray(value)) writeMany(writer, type.of, value)
  else if (typeof value !== 'string') throw new TypeError(`the value does not fit ${printMoveType(type)}`)
  else if (isFrameworkStruct(type, 'string', 'String')) writer.serializeStr(value)
  else if (isFrameworkStruct(type, 'object', 'Object')) writer.serializeFixedBytes(bytes32(value))
  else throw new TypeError(`${printMoveType(type)} cannot be an argument`)
}

function writeMany(writer: Serializer, of: MoveType, values: readonly MoveValue[]): void {
  writer.serializeU32AsUleb128(values.length)
  for (const value of values) write(writer, of, value)
}

type Write = (writer: Serializer, value: number | bigint) => void

const INTEGERS: Readonly<Record<string, Write>> = {
  u8: (writer, value) => writer.serializeU8(Number(value)),
  u16: (writer, value) => writer.serializeU16(Number(value)),
  u32: (writer, value) => writer.serializeU32(Number(value)),
  u64: (writer, value) => writer.serializeU64(value),
  u128: (writer, value) => writer.serializeU128(value),
  u256: (writer, value) => writer.serializeU256(value),
}

function writePrimitive(writer: Serializer, name: string, value: MoveValue): void {
  const integer = INTEGERS[name]
  if (name === 'bool' && typeof value === 'boolean') writer.serializeBool(value)
  else if (name === 'address' && typeof value === 'string') writer.serializeFixedBytes(bytes32(value))
  else if (integer !== undefined && (typeof value === 'number' || typeof value === 'bigint')) integer(writer, value)
  else throw new TypeError(`the value does not fit ${name}`)
}
