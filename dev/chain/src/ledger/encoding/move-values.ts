import { parseAddress, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import type { Json } from '@opal/domain/json'
import type { MoveValue } from '../../modules/move-module.ts'
import { BcsReader } from './bcs-reader.ts'
import { hexOf } from './hex.ts'
import { isFrameworkStruct, type MoveType, optionItem, printMoveType } from './move-type.ts'

const INTEGER_BITS: Readonly<Record<string, number>> = { u8: 8, u16: 16, u32: 32, u64: 64, u128: 128, u256: 256 }

/** Move strings are valid UTF-8, every byte of it. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes one BCS argument of a known type, all of its bytes.
 * @throws TypeError for a type that is no argument, or bytes that do not fit.
 */
export function decodeBcsArgument(type: MoveType, bytes: Uint8Array): MoveValue {
  const reader = new BcsReader(bytes)
  const value = readBcs(type, reader)
  if (reader.remaining !== 0) throw new TypeError(`${reader.remaining} bytes too many for ${printMoveType(type)}`)
  return value
}

function readBcs(type: MoveType, reader: BcsReader): MoveValue {
  if (type.kind === 'vector') {
    if (isByte(type.of)) return new Uint8Array(reader.bytes())
    return readMany(type.of, reader)
  }
  if (type.kind === 'primitive') return readPrimitive(type.name, reader)
  if (isFrameworkStruct(type, 'string', 'String')) return utf8.decode(reader.bytes())
  if (isFrameworkStruct(type, 'object', 'Object')) return readAddress(reader)
  const item = optionItem(type)
  if (item !== null) {
    const list = readMany(item, reader)
    if (list.length > 1) throw new TypeError('an Option holds at most one value')
    return list[0] ?? null
  }
  throw new TypeError(`${printMoveType(type)} cannot be an argument`)
}

function readMany(of: MoveType, reader: BcsReader): MoveValue[] {
  const length = reader.uleb128()
  if (length > reader.remaining) throw new TypeError('a vector is longer than its bytes')
  return Array.from({ length }, () => readBcs(of, reader))
}

function readAddress(reader: BcsReader): MoveValue {
  return parseAddress(reader.fixedBytes(32).toString('hex'))
}

function readPrimitive(name: string, reader: BcsReader): MoveValue {
  switch (name) {
    case 'bool':
      return reader.bool()
    case 'u8':
      return reader.u8()
    case 'u16':
      return reader.u16()
    case 'u32':
      return reader.u32()
    case 'u64':
      return reader.u64()
    case 'u128':
      return reader.u128()
    case 'u256':
      return reader.u256()
    case 'address':
      return readAddress(reader)
    default:
      throw new TypeError(`${name} cannot be an argument`)
  }
}

/**
 * Reads one JSON argument of a known type, as `POST /view` takes it.
 * @throws TypeError when the value does not fit the type.
 */
export function readJsonArgument(type: MoveType, value: unknown): MoveValue {
  if (type.kind === 'vector') {
    if (isByte(type.of) && typeof value === 'string') return bytesFromHex(value)
    if (!Array.isArray(value)) throw misfit(type)
    const list = value.map((item) => readJsonArgument(type.of, item))
    return isByte(type.of) ? Uint8Array.from(list as number[]) : list
  }
  if (type.kind === 'primitive') return readJsonPrimitive(type, type.name, value)
  if (isFrameworkStruct(type, 'string', 'String') && typeof value === 'string') return value
  if (isFrameworkStruct(type, 'object', 'Object')) return addressOf(type, innerOf(value))
  const item = optionItem(type)
  if (item !== null) return readJsonOption(item, value)
  throw misfit(type)
}

function readJsonOption(of: MoveType, value: unknown): MoveValue {
  if (value === null || value === undefined) return null
  const list = typeof value === 'object' && 'vec' in value ? value.vec : undefined
  if (!Array.isArray(list)) return readJsonArgument(of, value)
  return list.length === 0 ? null : readJsonArgument(of, list[0])
}

function readJsonPrimitive(type: MoveType, name: string, value: unknown): MoveValue {
  if (name === 'bool' && typeof value === 'boolean') return value
  if (name === 'address') return addressOf(type, value)
  const bits = INTEGER_BITS[name]
  if (bits === undefined || !/^\d{1,78}$/.test(String(value))) throw misfit(type)
  const whole = BigInt(String(value))
  if (whole >> BigInt(bits) !== 0n) throw misfit(type)
  return bits <= 32 ? Number(whole) : whole
}

function innerOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'inner' in value ? value.inner : value
}

function addressOf(type: MoveType, value: unknown): MoveValue {
  const address = typeof value === 'string' ? toAddressOrNull(value) : null
  if (address === null) throw misfit(type)
  return address
}

function bytesFromHex(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw new TypeError('vector<u8> must be hex')
  return Buffer.from(digits, 'hex')
}

function misfit(type: MoveType): TypeError {
  return new TypeError(`the value does not fit ${printMoveType(type)}`)
}

function isByte(type: MoveType): boolean {
  return type.kind === 'primitive' && type.name === 'u8'
}

/**
 * Returns an argument as the node prints it in a payload: short addresses, strings for wide integers, hex for
 * bytes.
 */
export function argumentToJson(type: MoveType, value: MoveValue): Json {
  if (value instanceof Uint8Array) return hexOf(value)
  const item = optionItem(type)
  if (item !== null) return { vec: value === null ? [] : [argumentToJson(item, value)] }
  if (isFrameworkStruct(type, 'object', 'Object')) return { inner: toShortAddress(parseAddress(String(value))) }
  if (type.kind === 'vector') return (value as readonly MoveValue[]).map((item) => argumentToJson(type.of, item))
  if (type.kind === 'primitive' && type.name === 'address') return toShortAddress(parseAddress(String(value)))
  return typeof value === 'bigint' ? value.toString() : (value as Json)
}
