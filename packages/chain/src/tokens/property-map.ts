import { isUtf8 } from 'node:buffer'
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@opal/domain/json'

/** Type tags of a property map's values. v1 maps write the names of the same types. @source 0x4::property_map, 0x3::property_map */
const BOOL = 0
const ADDRESS = 7
const BYTES = 8
const STRING = 9
/** Widths in bytes of the unsigned integers u8, u16, u32, u64, u128, u256, by tag. */
const INTEGER_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 4, 4: 8, 5: 16, 6: 32 }
const TAGS_BY_NAME: ReadonlyMap<Json | undefined, number> = new Map([
  ['bool', BOOL],
  ['u8', 1],
  ['u64', 4],
  ['u128', 5],
  ['address', ADDRESS],
  ['0x1::string::String', STRING],
])

/** Most properties, and most bytes of them as JSON; the rest is left out. The chain allows a thousand in one map, of any size. */
const MAX_PROPERTIES = 1_000
const MAX_BYTES = 32_768

/**
 * Returns a property map, of `0x4` (`inner`) or `0x3` (`map`), as an object of name to text: the form of Aptos'
 * own indexer. Values are BCS on chain; one that does not fit its type tag keeps its hex, for creators can write
 * anything. What is too large for {@link MAX_BYTES} is left out whole.
 */
export function decodePropertyMap(resource: JsonObject): JsonObject {
  const entries = jsonAt(resource, 'inner.data') ?? jsonAt(resource, 'map.data')
  if (!Array.isArray(entries)) return {}
  const properties: [string, string][] = []
  let room = MAX_BYTES
  for (const entry of (entries as readonly Json[]).slice(0, MAX_PROPERTIES)) {
    const key = jsonAt(entry, 'key')
    const value = jsonAt(entry, 'value')
    if (typeof key !== 'string' || !isJsonObject(value)) continue
    const property: [string, string] = [key, decodeValue(value)]
    const bytes = Buffer.byteLength(JSON.stringify(property))
    if (bytes > room) continue
    room -= bytes
    properties.push(property)
  }
  return Object.fromEntries(properties)
}

function decodeValue(value: JsonObject): string {
  const hex = typeof value.value === 'string' ? value.value : '0x'
  const bytes = Buffer.from(hex.replace(/^0x/, ''), 'hex')
  return decodeBytes(TAGS_BY_NAME.get(value.type) ?? Number(value.type), bytes) ?? hex
}

/** @returns null when the bytes are no value of that type. */
function decodeBytes(type: number, bytes: Buffer): string | null {
  const width = INTEGER_BYTES[type]
  if (width !== undefined) return bytes.length === width ? String(littleEndian(bytes)) : null
  if (type === BOOL) return bytes.length === 1 && (bytes[0] ?? 2) < 2 ? String(bytes[0] === 1) : null
  if (type === ADDRESS) return bytes.length === 32 ? `0x${bytes.toString('hex')}` : null
  if (type === STRING) return textOrNull(lengthPrefixed(bytes))
  if (type === BYTES) return hexOrNull(lengthPrefixed(bytes))
  return null
}

/** Creators can write bytes that are no text under this tag. */
function textOrNull(bytes: Buffer | null): string | null {
  return bytes !== null && isUtf8(bytes) ? bytes.toString('utf8') : null
}

function hexOrNull(bytes: Buffer | null): string | null {
  return bytes === null ? null : `0x${bytes.toString('hex')}`
}

function littleEndian(bytes: Buffer): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

/** Returns the content of a BCS vector: a ULEB128 length, then exactly that many bytes. */
function lengthPrefixed(bytes: Buffer): Buffer | null {
  let length = 0
  for (let at = 0; at < Math.min(bytes.length, 5); at += 1) {
    const byte = bytes[at] as number
    length += (byte & 0x7f) * 128 ** at
    if (byte < 0x80) return bytes.length - at - 1 === length ? bytes.subarray(at + 1) : null
  }
  return null
}
