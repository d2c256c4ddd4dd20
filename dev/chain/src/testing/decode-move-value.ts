import type { Deserializer } from '@aptos-labs/ts-sdk'
import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { Json } from '@opal/domain/json'
import { type Modules, structFields } from '../ledger/encoding/encode-move-json.ts'
import { isFrameworkStruct, type MoveType, optionItem } from '../ledger/encoding/move-type.ts'

/** Reads a Move value of a type out of BCS, as the Move JSON that the node prints. */
export function decodeMoveValue(type: MoveType, reader: Deserializer, layouts: Modules): Json {
  const item = optionItem(type)
  if (item !== null) return { vec: readMany(item, reader, layouts) }
  if (type.kind === 'vector') {
    const isBytes = type.of.kind === 'primitive' && type.of.name === 'u8'
    return isBytes ? `0x${Buffer.from(reader.deserializeBytes()).toString('hex')}` : readMany(type.of, reader, layouts)
  }
  if (type.kind === 'primitive') return readPrimitive(type.name, reader)
  if (type.kind !== 'struct') throw new TypeError('no value has such a type')
  if (isFrameworkStruct(type, 'string', 'String')) return reader.deserializeStr()
  if (isFrameworkStruct(type, 'object', 'Object')) return { inner: readAddress(reader) }
  const fields = structFields(type, layouts) ?? []
  return Object.fromEntries(fields.map((field) => [field.name, decodeMoveValue(field.type, reader, layouts)]))
}

function readMany(of: MoveType, reader: Deserializer, layouts: Modules): Json[] {
  return Array.from({ length: reader.deserializeUleb128AsU32() }, () => decodeMoveValue(of, reader, layouts))
}

function readAddress(reader: Deserializer): string {
  return toShortAddress(parseAddress(Buffer.from(reader.deserializeFixedBytes(32)).toString('hex')))
}

function readPrimitive(name: string, reader: Deserializer): Json {
  switch (name) {
    case 'bool':
      return reader.deserializeBool()
    case 'u8':
      return reader.deserializeU8()
    case 'u16':
      return reader.deserializeU16()
    case 'u32':
      return reader.deserializeU32()
    case 'u64':
      return reader.deserializeU64().toString()
    case 'u128':
      return reader.deserializeU128().toString()
    case 'u256':
      return reader.deserializeU256().toString()
    default:
      return readAddress(reader)
  }
}
