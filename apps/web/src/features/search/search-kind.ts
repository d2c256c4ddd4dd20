import { toAddressOrNull } from '@opal/domain/address'

/** Shortest input that is searched. @source docs/product/site.md#search-length */
const SHORTEST = 3
/** @source docs/product/site.md#search-of-wallets */
const WALLET_LONGER_THAN = 60

/** What an input asks for. */
export type SearchKind =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wallet'; readonly address: string }
  /** Null for what cannot be a name although it ends like one: it leads nowhere. */
  | { readonly kind: 'name'; readonly name: string | null }
  | { readonly kind: 'collections'; readonly text: string }

/** A name of the name service, with or without a subdomain. */
const NAME = /^(?:[a-z0-9-]{1,63}\.)?[a-z0-9-]{1,63}\.apt$/i

/** @source docs/product/site.md#search-of-names */
const ENDS_LIKE_A_NAME = /\.apt$/i

/** Reads an input: too short, a wallet's address, a name, or words to look for among collections. */
export function searchKind(input: string): SearchKind {
  const text = input.trim()
  if (text.length < SHORTEST) return { kind: 'nothing' }
  if (ENDS_LIKE_A_NAME.test(text)) return { kind: 'name', name: NAME.test(text) ? text.toLowerCase() : null }
  const address = text.startsWith('0x') && text.length > WALLET_LONGER_THAN ? toAddressOrNull(text) : null
  return address === null ? { kind: 'collections', text: text.slice(0, 100) } : { kind: 'wallet', address }
}
