import { type Address, parseAddress } from '@opal/domain/address'

/** What somebody typed as a receiver. */
export type ParsedRecipient =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'bad' }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'name'; readonly name: string }

/**
 * Reads an address or an Aptos name. Only whole addresses count: a short one is a slip far more often than a special address.
 * @source docs/product/trading.md#recipients
 */
export function parseRecipient(text: string): ParsedRecipient {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'nothing' }
  if (/^(?:0x)?[0-9a-f]{60,64}$/i.test(trimmed)) return { kind: 'address', address: parseAddress(trimmed) }
  const name = trimmed.toLowerCase()
  return /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})?\.apt$/.test(name) ? { kind: 'name', name } : { kind: 'bad' }
}
