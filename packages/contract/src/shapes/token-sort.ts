/** Orders of a tokens page. Listed tokens come first when sorting by price; see `compareTokens` for ties. */
export const TOKEN_SORTS = [
  'price_asc',
  'price_desc',
  'listed_desc',
  'name_asc',
  'last_sale_desc',
  'rarity_asc',
  'rarity_desc',
] as const
export type TokenSort = (typeof TOKEN_SORTS)[number]
