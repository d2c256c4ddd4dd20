/** Sort orders of a wallet's tokens; `collection` keeps collections together. */
export const HELD_TOKENS_SORTS = [
  'collection',
  'value',
  'name',
  'rarity',
  'listed_price',
  'floor_distance',
  'listed_at',
  'last_sale',
  'acquired',
] as const
export type HeldTokensSort = (typeof HELD_TOKENS_SORTS)[number]
