import { AccountAddress, Deserializer, Hex } from '@aptos-labs/ts-sdk'

const INTEGERS: Readonly<Record<string, (from: Deserializer) => number | bigint>> = {
  u8: (from) => from.deserializeU8(),
  u16: (from) => from.deserializeU16(),
  u32: (from) => from.deserializeU32(),
  u64: (from) => from.deserializeU64(),
  u128: (from) => from.deserializeU128(),
  u256: (from) => from.deserializeU256(),
}

/**
 * Returns one BCS argument as text for a person, by its Move type. A type the wallet does not know is shown as
 * hex, never left out: what is signed must be visible.
 * @param type Move type string, e.g. `u64`, `vector<address>`, `0x1::object::Object<T0>`.
 */
export function decodeArgument(type: string, bytes: Uint8Array): string {
  try {
    const from = new Deserializer(bytes)
    const text = readValue(type.trim(), from)
    return from.remaining() === 0 ? text : hexOf(bytes)
  } catch {
    return hexOf(bytes)
  }
}

function readValue(type: string, from: Deserializer): string {
  const integer = INTEGERS[type]
  if (integer !== undefined) return integer(from).toString()
  if (type === 'bool') return String(from.deserializeBool())
  if (type === 'address' || type.startsWith('0x1::object::Object<')) return AccountAddress.deserialize(from).toString()
  if (type === '0x1::string::String') return JSON.stringify(from.deserializeStr())
  if (type === 'vector<u8>') return hexOf(from.deserializeBytes())
  const item = innerType(type, 'vector') ?? innerType(type, '0x1::option::Option')
  if (item === null) throw new TypeError(`unknown Move type ${type}`)
  return readMany(item, from, type.startsWith('vector<'))
}

function readMany(item: string, from: Deserializer, isVector: boolean): string {
  const count = from.deserializeUleb128AsU32()
  const values: string[] = []
  for (let index = 0; index < count; index += 1) values.push(readValue(item, from))
  if (isVector) return `[${values.join(', ')}]`
  return values[0] ?? 'none'
}

function innerType(type: string, outer: string): string | null {
  return type.startsWith(`${outer}<`) && type.endsWith('>') ? type.slice(outer.length + 1, -1).trim() : null
}

function hexOf(bytes: Uint8Array): string {
  return Hex.fromHexInput(bytes).toString()
}
