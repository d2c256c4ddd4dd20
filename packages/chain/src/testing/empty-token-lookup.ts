import type { TokenLookup } from '../tokens/token-lookup.ts'

/** Finds nothing, like the lookup of an empty store. */
export const EMPTY_TOKEN_LOOKUP: TokenLookup = {
  isKnownToken: () => false,
  ownerOf: () => null,
  holderOf: () => null,
  tableOf: () => null,
}
