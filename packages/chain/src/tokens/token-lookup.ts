import type { Address } from '@opal/domain/address'

/**
 * What a transaction does not say about the tokens it touches and only the store remembers.
 * Ask {@link tokensToLookUp} first, load those, then answer from memory.
 */
export interface TokenLookup {
  /** Is this object a token we have seen? Some transactions move a token without writing its token resource. */
  isKnownToken(object: Address): boolean
  /** Who owned the token before; null when unknown. Older burn events do not name the owner. */
  ownerOf(token: Address): Address | null
  /** Whose v1 token store a table is, as far as it ever held this token; null when it did not. */
  holderOf(token: Address, table: string): Address | null
  /** Returns the table in which a v1 collection is kept; null when unknown. */
  tableOf(collection: Address): string | null
}

/** Knows nothing: as on an empty database. */
export const EMPTY_TOKEN_LOOKUP: TokenLookup = {
  isKnownToken: () => false,
  ownerOf: () => null,
  holderOf: () => null,
  tableOf: () => null,
}
