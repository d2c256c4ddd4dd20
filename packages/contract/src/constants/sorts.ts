/** Figures a list of collections can be ranked by. */
export const COLLECTION_SORT_KEYS = [
  'ALL_TIME_VOLUME',
  'THIRTY_D_VOLUME',
  'SEVEN_D_VOLUME',
  'ONE_D_VOLUME',
  'FLOOR_PRICE',
  'TOP_BID',
  'MARKET_CAP',
  'ONE_D_CHANGE',
  'SEVEN_D_CHANGE',
  'OWNERS',
  'SUPPLY',
  'LISTED',
  'NAME',
  'TRENDING',
] as const
export type CollectionSortKey = (typeof COLLECTION_SORT_KEYS)[number]
export type SortOrder = 'ASC' | 'DESC'

/** Time windows of volumes and changes. */
export const WINDOWS = ['1d', '7d', '30d', 'all'] as const
export type Window = (typeof WINDOWS)[number]

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
