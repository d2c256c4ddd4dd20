import { readTokenTraits, type TokenTrait } from '@opal/domain/tokens/token-traits'

/** One trait before it is counted. */
export type PlainAttribute = TokenTrait

/** A token's traits, from its metadata, else from its property map on chain: the same that its rarity is made of. */
export function presentAttributes(attributes: unknown, properties: unknown): readonly PlainAttribute[] {
  return readTokenTraits(attributes, properties)
}
