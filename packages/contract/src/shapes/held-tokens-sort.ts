import * as z from 'zod'

/** What a wallet's tokens can be ordered by; `collection` keeps collections together. */
export const HELD_TOKENS_SORTS = ['collection', 'name', 'rarity', 'listed_price', 'last_sale', 'acquired'] as const

/** Query members of a sorted portfolio. Tokens without the figure come last in either order. */
export const heldTokensSort = {
  sortBy: z.enum(HELD_TOKENS_SORTS).default('collection'),
  order: z.enum(['asc', 'desc']).default('asc'),
}
