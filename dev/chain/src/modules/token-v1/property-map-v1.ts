import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import { hexOf } from '../../ledger/encoding/hex.ts'
import { abortsOf, moveLength } from '../aborts.ts'
import { callable, STRING, struct, TOKENS } from '../define.ts'
import { MoveAbort, type MoveModule } from '../move-module.ts'

const MAX_PROPERTIES = 1000
const MAX_KEY_BYTES = 128
const abort = abortsOf('0x3::property_map')

/** One property as calls bring it: key, value in BCS, name of its type. */
export interface PropertyInput {
  readonly keys: readonly string[]
  readonly values: readonly Uint8Array[]
  readonly types: readonly string[]
}

const MAP = '0x3::property_map::PropertyMap'
const VALUE = '0x3::property_map::PropertyValue'

/** Properties of v1 tokens. @source 0x3::property_map */
export const propertyMapV1: MoveModule = {
  address: TOKENS,
  name: 'property_map',
  structs: [
    struct('PropertyMap', { map: `0x1::simple_map::SimpleMap<${STRING}, ${VALUE}>` }, ['copy', 'drop', 'store']),
    struct('PropertyValue', { value: 'vector<u8>', type: STRING }, ['copy', 'drop', 'store']),
  ],
  functions: [
    callable('empty', [], [MAP], () => [propertyMap({ keys: [], values: [], types: [] })]),
    callable(
      'new',
      [`vector<${STRING}>`, 'vector<vector<u8>>', `vector<${STRING}>`],
      [MAP],
      (_context, _types, args) => {
        const [keys, values, types] = args as unknown as [string[], Uint8Array[], string[]]
        return [propertyMap({ keys, values, types })]
      },
    ),
  ],
}

/**
 * Returns a `PropertyMap` as Move JSON.
 * @throws MoveAbort when keys, values and types do not match up.
 * @source 0x3::property_map::new
 */
export function propertyMap({ keys, values, types }: PropertyInput): JsonObject {
  if (keys.length > MAX_PROPERTIES) throw tooMany('invalid-argument')
  assertCounts({ keys, values, types }, 'invalid-argument')
  const entries = new Map<string, Json>()
  keys.forEach((key, index) => {
    assertKey(key)
    if (entries.has(key)) throw keyExists()
    entries.set(key, propertyValue(values[index] as Uint8Array, types[index] as string))
  })
  return toMap(entries)
}

/** Changes what is there and adds what is not. @source 0x3::property_map::update_property_map */
export function updatePropertyMap(map: JsonObject, input: PropertyInput): JsonObject {
  assertCounts(input, 'invalid-state')
  const entries = entriesOf(map)
  input.keys.forEach((key, index) => {
    if (!entries.has(key)) {
      assertKey(key)
      if (entries.size >= MAX_PROPERTIES) throw tooMany('invalid-state')
    }
    entries.set(key, propertyValue(input.values[index] as Uint8Array, input.types[index] as string))
  })
  return toMap(entries)
}

/** Returns a `PropertyValue` as Move JSON. @source 0x3::property_map::create_property_value_raw */
export function propertyValue(value: Uint8Array, type: string): JsonObject {
  return { type, value: hexOf(value) }
}

/** Returns the value under a key; null when there is none. */
export function propertyAt(map: JsonObject, key: string): JsonObject | null {
  return (entriesOf(map).get(key) as JsonObject | undefined) ?? null
}

/** Returns whether the flag exists and is set. @throws MoveAbort when it is no bool. @source 0x3::property_map::contains_key, read_bool */
export function readFlag(map: JsonObject, key: string): boolean {
  const property = propertyAt(map, key)
  if (property === null) return false
  if (property.type !== 'bool') throw abort('invalid-state', 6n, 'ETYPE_NOT_MATCH', "Property type doesn't match")
  if (property.value !== '0x00' && property.value !== '0x01')
    throw new MoveAbort(
      '0x1::from_bcs',
      0x10001n,
      'EINVALID_UTF8',
      'UTF8 check failed in conversion from bytes to string',
    )
  return property.value === '0x01'
}

function entriesOf(map: JsonObject): Map<string, Json> {
  const data = jsonAt(map, 'map.data') as readonly { readonly key: string; readonly value: Json }[]
  return new Map(data.map(({ key, value }) => [key, value]))
}

function toMap(entries: ReadonlyMap<string, Json>): JsonObject {
  return { map: { data: [...entries].map(([key, value]) => ({ key, value })) } }
}

type Category = 'invalid-argument' | 'invalid-state'

function assertCounts({ keys, values, types }: PropertyInput, category: Category): void {
  if (keys.length !== values.length) {
    throw abort(category, 4n, 'EKEY_COUNT_NOT_MATCH_VALUE_COUNT', "Property key and value count don't match")
  }
  if (keys.length !== types.length) {
    throw abort(category, 5n, 'EKEY_COUNT_NOT_MATCH_TYPE_COUNT', "Property key and type count don't match")
  }
}

function assertKey(key: string): void {
  if (moveLength(key) <= MAX_KEY_BYTES) return
  throw abort('invalid-argument', 7n, 'EPROPERTY_MAP_NAME_TOO_LONG', 'The name (key) of the property is too long')
}

function tooMany(category: Category): MoveAbort {
  return abort(category, 2n, 'EPROPERTY_NUMBER_EXCEED_LIMIT', 'The number of property exceeds the limit')
}

function keyExists(): MoveAbort {
  return new MoveAbort('0x1::simple_map', 0x10001n, 'EKEY_ALREADY_EXISTS', 'Map key already exists')
}
