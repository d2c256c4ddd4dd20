import { parseAddress } from '@opal/domain/address'
import type { PayloadArgument } from '@opal/domain/payload'
import { bytesFromHex } from '@opal/domain/text/hex'

const BYTES: Readonly<Record<string, number>> = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, u256: 32 }
const GENERIC = /^(?<outer>vector|0x0*1::(?:object::Object|option::Option))<(?<inner>.*)>$/
const STRING = /^0x0*1::string::String$/

/**
 * Returns BCS of one argument of a payload.
 * @param type Move type as the node prints it in a function's ABI.
 * @throws TypeError when the argument does not fit, or the type is no argument.
 */
export function argumentBytes(type: string, value: PayloadArgument | undefined): Uint8Array {
  const generic = GENERIC.exec(type)?.groups
  if (generic !== undefined) return genericBytes(generic.outer ?? '', generic.inner ?? '', value)
  if (type === 'bool' && typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0)
  if (type === 'address' && typeof value === 'string') return addressBytes(value)
  if (STRING.test(type) && typeof value === 'string') return withLength(new TextEncoder().encode(value))
  const size = BYTES[type]
  if (size !== undefined && (typeof value === 'string' || typeof value === 'number')) return wholeBytes(value, size)
  throw misfit(type)
}

function genericBytes(outer: string, inner: string, value: PayloadArgument | undefined): Uint8Array {
  if (outer.endsWith('::Object') && typeof value === 'string') return addressBytes(value)
  if (outer.endsWith('::Option')) {
    return value === null || value === undefined ? Uint8Array.of(0) : joined([[1], argumentBytes(inner, value)])
  }
  if (outer !== 'vector' || !Array.isArray(value)) throw misfit(outer)
  const items = (value as readonly PayloadArgument[]).map((item) => argumentBytes(inner, item))
  return joined([lengthBytes(items.length), ...items])
}

function addressBytes(text: string): Uint8Array {
  return bytesFromHex(parseAddress(text))
}

function wholeBytes(value: string | number, size: number): Uint8Array {
  const whole = BigInt(value)
  if (whole < 0n || whole >> BigInt(size * 8) !== 0n) throw misfit(`u${size * 8}`)
  return Uint8Array.from({ length: size }, (_, at) => Number((whole >> BigInt(at * 8)) & 0xffn))
}

function withLength(bytes: Uint8Array): Uint8Array {
  return joined([lengthBytes(bytes.length), bytes])
}

/** Returns a length as ULEB128. */
export function lengthBytes(length: number): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...lengthBytes(length >>> 7)]
}

function joined(parts: readonly Iterable<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function misfit(type: string): TypeError {
  return new TypeError(`The argument does not fit ${type}.`)
}
