import type { Address } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import { encodeBcsArgument } from '../../ledger/encoding/encode-argument.ts'
import { hexOf } from '../../ledger/encoding/hex.ts'
import { parseMoveType } from '../../ledger/encoding/move-type.ts'
import { decodeBcsArgument } from '../../ledger/encoding/move-values.ts'
import { abortsOf, moveLength } from '../aborts.ts'
import { struct, TOKEN_OBJECTS } from '../define.ts'
import { MoveAbort, type MoveContext, type MoveModule, type MoveValue } from '../move-module.ts'

export const PROPERTY_MAP = '0x4::property_map::PropertyMap'
const MAX_PROPERTIES = 1000
const MAX_KEY_BYTES = 128
const abort = abortsOf('0x4::property_map')

/** Numbers that stand for the types, in the order of the numbers. @source 0x4::property_map */
const TYPE_NAMES = ['bool', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'address', 'vector<u8>', '0x1::string::String']
const BYTE_VECTOR = 8

/** One property: its type's number and its value in BCS, as hex. */
interface Property {
  readonly type: number
  readonly value: string
}

/** @source 0x4::property_map */
export const propertyMap: MoveModule = {
  address: TOKEN_OBJECTS,
  name: 'property_map',
  structs: [
    struct(
      'PropertyMap',
      { inner: '0x1::simple_map::SimpleMap<0x1::string::String, 0x4::property_map::PropertyValue>' },
      ['drop', 'key'],
    ),
    struct('PropertyValue', { type: 'u8', value: 'vector<u8>' }, ['drop', 'store']),
  ],
  functions: [],
}

/**
 * Puts a map of already encoded values on a token. The last property comes first, as the framework fills it.
 * @source 0x4::property_map::prepare_input
 */
export function initProperties(
  context: MoveContext,
  object: Address,
  keys: readonly string[],
  types: readonly string[],
  values: readonly Uint8Array[],
): void {
  if (keys.length > MAX_PROPERTIES) {
    throw abort('invalid-argument', 3n, 'ETOO_MANY_PROPERTIES', 'The number of properties exceeds the maximum')
  }
  if (keys.length !== values.length) {
    throw abort('invalid-argument', 4n, 'EKEY_VALUE_COUNT_MISMATCH', 'Property key and value counts do not match')
  }
  if (keys.length !== types.length) {
    throw abort('invalid-argument', 5n, 'EKEY_TYPE_COUNT_MISMATCH', 'Property key and type counts do not match')
  }
  const map = new Map<string, Property>()
  for (let index = keys.length - 1; index >= 0; index -= 1) {
    addTo(map, keys[index] as string, encodedProperty(types[index] as string, values[index] as Uint8Array))
  }
  writeMap(context, object, map)
}

/** Adds a property whose value is BCS. */
export function addProperty(context: MoveContext, object: Address, key: string, property: Property): void {
  const map = readMap(context, object)
  addTo(map, key, property)
  writeMap(context, object, map)
}

/** Gives a property another value. @throws MoveAbort where it is not there */
export function updateProperty(context: MoveContext, object: Address, key: string, property: Property): void {
  const map = readMap(context, object)
  if (!map.has(key)) throw missingKey()
  map.set(key, property)
  writeMap(context, object, map)
}

/** Takes a property away. @throws MoveAbort where it is not there */
export function removeProperty(context: MoveContext, object: Address, key: string): void {
  const map = readMap(context, object)
  if (!map.delete(key)) throw missingKey()
  writeMap(context, object, map)
}

/** Returns a property from its type's name and BCS value, which must fit. */
export function encodedProperty(typeName: string, value: Uint8Array): Property {
  const type = TYPE_NAMES.indexOf(typeName)
  if (type < 0) throw abort('invalid-argument', 7n, 'ETYPE_INVALID', 'Invalid value type specified')
  if (type !== BYTE_VECTOR && !fits(typeName, value))
    throw new MoveAbort('0x1::from_bcs', 0x10001n, 'EINVALID_UTF8', '')
  return { type, value: hexOf(value) }
}

/** Returns a property from a typed argument. @source 0x4::property_map::add_typed */
export function typedProperty(typeName: string, value: MoveValue): Property {
  if (!TYPE_NAMES.includes(typeName))
    throw abort('invalid-argument', 7n, 'ETYPE_INVALID', 'Invalid value type specified')
  return encodedProperty(typeName, encodeBcsArgument(parseMoveType(typeName), value))
}

function fits(typeName: string, value: Uint8Array): boolean {
  try {
    decodeBcsArgument(parseMoveType(typeName), value)
    return true
  } catch {
    return false
  }
}

function addTo(map: Map<string, Property>, key: string, property: Property): void {
  if (moveLength(key) > MAX_KEY_BYTES) {
    throw abort('invalid-argument', 8n, 'EPROPERTY_MAP_KEY_TOO_LONG', 'The key of the property is too long')
  }
  if (map.has(key)) throw new MoveAbort('0x1::simple_map', 0x10001n, 'EKEY_ALREADY_EXISTS', 'Map key already exists')
  map.set(key, property)
}

function readMap(context: MoveContext, object: Address): Map<string, Property> {
  const resource = context.getResource(object, PROPERTY_MAP)
  if (resource === null) {
    throw abort('not-found', 1n, 'EPROPERTY_MAP_DOES_NOT_EXIST', 'The property map does not exist')
  }
  const entries = (resource.inner as JsonObject).data as readonly JsonObject[]
  return new Map(entries.map((entry) => [entry.key as string, entry.value as unknown as Property]))
}

function writeMap(context: MoveContext, object: Address, map: ReadonlyMap<string, Property>): void {
  const data: Json[] = [...map].map(([key, { type, value }]) => ({ key, value: { type, value } }))
  context.putResource(object, PROPERTY_MAP, { inner: { data } })
}

function missingKey(): MoveAbort {
  return new MoveAbort('0x1::simple_map', 0x10002n, 'EKEY_NOT_FOUND', 'Map key is not found')
}
