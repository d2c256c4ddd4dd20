import type { RankingWindow } from './windows.ts'

/** Metrics that a list of collections can be ranked by. */
export const COLLECTION_SORT_KEYS = [
  'ALL_TIME_VOLUME',
  'THIRTY_D_VOLUME',
  'SEVEN_D_VOLUME',
  'ONE_D_VOLUME',
  'ONE_H_VOLUME',
  'ALL_TIME_SALES',
  'THIRTY_D_SALES',
  'SEVEN_D_SALES',
  'ONE_D_SALES',
  'ONE_H_SALES',
  'FLOOR_PRICE',
  'TOP_BID',
  'MARKET_CAP',
  'ONE_H_CHANGE',
  'ONE_D_CHANGE',
  'SEVEN_D_CHANGE',
  'THIRTY_D_CHANGE',
  'OWNERS',
  'SUPPLY',
  'LISTED',
  'NAME',
  'TRENDING',
] as const
export type CollectionSortKey = (typeof COLLECTION_SORT_KEYS)[number]
export type SortOrder = 'ASC' | 'DESC'

/** Rankings by volume of each window. */
export const WINDOW_VOLUMES: Readonly<Record<RankingWindow, CollectionSortKey>> = {
  '1h': 'ONE_H_VOLUME',
  '1d': 'ONE_D_VOLUME',
  '7d': 'SEVEN_D_VOLUME',
  '30d': 'THIRTY_D_VOLUME',
  all: 'ALL_TIME_VOLUME',
}

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
