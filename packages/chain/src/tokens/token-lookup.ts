import type { Address } from '@opal/domain/address'

/**
 * Facts about tokens that a transaction does not contain and only the store knows. Call {@link tokensToLookUp}
 * first, load those ids, then answer from memory.
 */
export interface TokenLookup {
  /**
   * Returns whether this object is a known token. Some transactions move a token without writing its token
   * resource.
   */
  isKnownToken(object: Address): boolean
  /** Returns the previous owner of the token; null when unknown. Older burn events do not name the owner. */
  ownerOf(token: Address): Address | null
  /** Returns the owner of a v1 token store's table, if it ever held this token; null when it did not. */
  holderOf(token: Address, table: string): Address | null
  /** Returns the table of a v1 collection; null when unknown. */
  tableOf(collection: Address): string | null
}
