import { InvalidAddressError } from './errors.ts'
import { type Json, jsonAt } from './json.ts'

declare const addressBrand: unique symbol
/** An account or object address in canonical form: `0x` and 64 lower-case hex digits. */
export type Address = `0x${string}` & { readonly [addressBrand]: true }

const ZERO = '0'.charCodeAt(0)
const CANONICAL_FORM = /^0x[0-9a-f]{64}$/
const HEX = /^(?:0x)?([0-9a-f]{1,64})$/i

/**
 * Parses any spelling of an address (no prefix, missing leading zeros, capitals) into its canonical form.
 * @throws InvalidAddressError
 * @example parseAddress('0x1') // 0x000…0001
 */
export function parseAddress(text: string): Address {
  const address = toAddressOrNull(text)
  if (address === null) throw new InvalidAddressError(text)
  return address
}

/** The address 0x0. Module events carry it in place of an account; in Move code it is no account, no object, or any buyer. */
export const ZERO_ADDRESS = parseAddress('0x0')

/** Returns whether a text is an address in canonical form. */
export function isAddress(text: string): text is Address {
  return CANONICAL_FORM.test(text)
}

/** Parses as {@link parseAddress} does; null for text that is no address. */
export function toAddressOrNull(text: string): Address | null {
  if (isAddress(text)) return text
  const match = HEX.exec(text)
  return match === null ? null : (`0x${(match[1] as string).toLowerCase().padStart(64, '0')}` as Address)
}

/** Returns the node's short form, leading zeros stripped: `0x1`, `0x8c55…`. For display and Move type tags only. */
export function toShortAddress(address: Address): `0x${string}` {
  if (address.charCodeAt(2) !== ZERO) return address
  return `0x${address.slice(2).replace(/^0+(?=.)/, '')}`
}

/** Returns the address at a dotted path of a Move value; null where there is none. */
export function addressAt(data: Json | undefined, path: string): Address | null {
  const value = jsonAt(data, path)
  return typeof value === 'string' ? toAddressOrNull(value) : null
}

/** Addresses 0x0 to 0xf: the chain's own, which no key signs for. @source AIP-40, special addresses */
const SPECIAL = /^0x0{63}[0-9a-f]$/

/** Returns whether an address is one of the chain's own, which no wallet has. */
export function isSpecialAddress(address: Address): boolean {
  return SPECIAL.test(address)
}
