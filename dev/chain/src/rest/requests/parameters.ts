import { type Address, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import { invalidInput, invalidParameter } from '../responses/api-error.ts'

const U64_MAX = (1n << 64n) - 1n
const U16_MAX = (1n << 16n) - 1n
const HASH = /^(?:0x)?([0-9a-f]{64})$/i
const IDENTIFIER = /^[A-Za-z_]\w{0,254}$/

/** Returns an address in a path: any length, with or without `0x`. */
export function parseAddressParameter(text: string, name = 'address'): Address {
  const address = toAddressOrNull(text)
  if (address === null) {
    throw invalidParameter('path', name, 'string(Address)', 'Invalid account address: expected 1 to 64 hex digits')
  }
  return address
}

/** Returns a transaction hash in a path, brought to `0x` and 64 lower-case digits. */
export function parseHashParameter(text: string): string {
  const match = HASH.exec(text)
  if (match === null) throw invalidParameter('path', 'txn_hash', 'string(HashValue)', 'unable to parse HashValue')
  return `0x${(match[1] as string).toLowerCase()}`
}

/** Returns a u64 in a path: a version, a block height, a creation number. */
export function parseU64Parameter(text: string, name: string): bigint {
  const value = toU64OrNull(text)
  if (value === null) throw invalidParameter('path', name, 'string(U64)', 'error parsing uint64 string')
  return value
}

/** Returns a module or field name in a path. */
export function parseIdentifierParameter(text: string, name: string): string {
  if (!IDENTIFIER.test(text)) {
    throw invalidParameter('path', name, 'string(IdentifierWrapper)', `Invalid identifier '${text.slice(0, 80)}'`)
  }
  return text
}

/** Returns an optional u64 of the query, e.g. `start`. A parameter given twice is refused. */
export function parseU64Query(value: unknown, name: string): bigint | null {
  if (value === undefined) return null
  const parsed = typeof value === 'string' ? toU64OrNull(value) : null
  if (parsed === null) throw invalidParameter('query', name, 'string(U64)', 'error parsing uint64 string')
  return parsed
}

/** Returns an optional boolean of the query, `true` or `false`. */
export function parseBooleanQuery(value: unknown, name: string): boolean {
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  throw invalidParameter('query', name, 'boolean', 'provided string was not `true` or `false`')
}

/** Parses a page size: `standard` when not given, at most `most`. Zero is refused as the node refuses it. */
export function parseLimitQuery(value: unknown, standard: number, most: number): number {
  const limit = parseU64Query(value, 'limit')
  if (limit === null) return standard
  if (limit > U16_MAX) {
    throw invalidParameter('query', 'limit', 'integer(uint16)', 'number too large to fit in target type')
  }
  if (limit === 0n) throw invalidInput('Given limit value (0) must not be zero')
  return limit > BigInt(most) ? most : Number(limit)
}

function toU64OrNull(text: string): bigint | null {
  if (!/^\d{1,20}$/.test(text)) return null
  const value = BigInt(text)
  return value > U64_MAX ? null : value
}

const SPECIAL = /^0x0{63}[0-9a-f]$/

/**
 * Returns an address as the node words it in messages: `0x1` for the special ones, else all 64 digits.
 * @source AIP-40
 */
export function standardAddress(address: Address): string {
  return SPECIAL.test(address) ? toShortAddress(address) : address
}
