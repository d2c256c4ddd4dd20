import * as z from 'zod'
import { wash } from './activities.ts'
import { COLLECTION_SORT_KEYS, type CollectionSortKey, type SortOrder, WINDOW_VOLUMES } from './constants/sorts.ts'
import { RANKING_WINDOWS, type RankingWindow } from './constants/windows.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import {
  address,
  addressInput,
  collectionRef,
  emptyObject,
  noBody,
  octas,
  pageOf,
  pageQuery,
  u64,
} from './shapes/scalars.ts'
import { imageFacts, tokenStats } from './tokens.ts'

const withOrder = COLLECTION_SORT_KEYS.flatMap((key) => [key, `${key}_ASC`, `${key}_DESC`] as const)

/** `ONE_D_VOLUME`, or with the order attached as in `ALL_TIME_VOLUME_DESC`. @source docs/product/collections.md#ranking */
export const collectionSortBy = z.enum(withOrder)
export const sortOrder = z.enum(['ASC', 'DESC', 'asc', 'desc'])

const rankingWindow = z.enum(RANKING_WINDOWS)

/** Window of the floors in `sparkline`. */
export const sparklineWindow = rankingWindow
  .optional()
  .describe('Time that each sparkline covers; seven days when absent and for all')

/**
 * Parses the ranking: sortBy (with or without order), else the volume of the window, else all-time volume;
 * descending.
 */
export function parseCollectionSort(query: {
  sortBy?: z.output<typeof collectionSortBy> | undefined
  order?: z.output<typeof sortOrder> | undefined
  window?: RankingWindow | undefined
}): { key: CollectionSortKey; order: SortOrder } {
  const match = /^(.*?)(?:_(ASC|DESC))?$/.exec(query.sortBy ?? WINDOW_VOLUMES[query.window ?? 'all'])
  const order = query.order?.toUpperCase() ?? match?.[2] ?? (match?.[1] === 'NAME' ? 'ASC' : 'DESC')
  return { key: match?.[1] as CollectionSortKey, order: order as SortOrder }
}

/** A better-known collection whose name another's can be mistaken for. @source docs/product/collections.md#look-alikes */
const lookAlike = z.object({
  collectionId: address,
  collectionName: z.string(),
  slug: z.string(),
  isVerified: z.boolean(),
})
export type LookAlike = z.output<typeof lookAlike>

/** A collection with its stats. Prices and volumes in octas. @source docs/product/collections.md#collection */
export const collection = z.object({
  collectionId: address,
  /** The id in the chain indexer's tables; the same as collectionId. */
  indexerCollectionId: address,
  collectionName: z.string(),
  /** Image URI as the metadata names it (`ipfs://`, `https://`); show it through the media service. */
  collectionImage: z.string().nullable(),
  /** Null until the image was measured. */
  collectionImageFacts: imageFacts.nullable(),
  slug: z.string(),
  /** Lowest live listing price on an active marketplace. */
  floorPrice: octas.nullable(),
  /** Highest live collection offer. */
  topBid: octas.nullable(),
  /** Floor times supply. */
  marketCap: octas.nullable(),
  oneHourVolume: octas,
  oneDayVolume: octas,
  sevenDaysVolume: octas,
  thirtyDaysVolume: octas,
  allTimeVolume: octas,
  /** The same as allTimeVolume. */
  totalVolume: octas,
  oneHourSales: z.number().int(),
  oneDaySales: z.number().int(),
  sevenDaysSales: z.number().int(),
  thirtyDaysSales: z.number().int(),
  allTimeSales: z.number().int(),
  /** Floor now against the floor at the start of the window, percent; null when there was none. */
  oneHourChangePercent: z.number().nullable(),
  oneDayChangePercent: z.number().nullable(),
  sevenDaysChangePercent: z.number().nullable(),
  thirtyDaysChangePercent: z.number().nullable(),
  /** The floors that the changes compare with. */
  oneHourAgoFloorPrice: octas.nullable(),
  oneDayAgoFloorPrice: octas.nullable(),
  sevenDaysAgoFloorPrice: octas.nullable(),
  thirtyDaysAgoFloorPrice: octas.nullable(),
  uniqueOwnersCount: z.number().int(),
  currentSupply: z.number().int(),
  listedCount: z.number().int(),
  lastSalePrice: octas.nullable(),
  isVerified: z.boolean(),
  /** Null for nearly all, and for every verified one. */
  looksLike: lookAlike.nullable(),
  isFeatured: z.boolean(),
  /** In the favourites of the wallet that the query named and that is signed in. */
  favorite: z.boolean(),
  tokenStandard: z.enum(['v1', 'v2']),
  creatorAddress: address,
  uri: z.string(),
  /** Floor over the last seven days or the window that was asked for, oldest first, at most 42 points; null where nothing was listed. */
  sparkline: z.array(octas.nullable()),
  /** Ledger version that these stats include. */
  version: u64,
})
export type Collection = z.output<typeof collection>

/** A collection with what its own page shows. @source docs/product/collections.md#collection-page */
export const collectionDetail = collection.extend({
  description: z.string(),
  maxSupply: u64.nullable(),
  sevenDayChange: z.number().nullable(),
  oneDayVolumePrice: octas,
  topBidPrice: octas.nullable(),
  collectionUri: z.string(),
  /** Royalty of the collection in basis points; null when its tokens carry their own or none is known. */
  royaltyBps: z.number().int().nullable(),
  royaltyPayee: address.nullable(),
})
export type CollectionDetail = z.output<typeof collectionDetail>

/** The ranked list of collections. */
export const listCollections = defineEndpoint({
  id: 'list-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection',
  summary: 'Collections ranked by a metric',
  tag: 'Collections',
  cache: 'shared-without-wallet',
  params: emptyObject,
  query: z.strictObject({
    ...pageQuery(50, 100),
    sortBy: collectionSortBy.optional(),
    order: sortOrder.optional(),
    window: rankingWindow
      .optional()
      .describe(
        'Rank by the volume of this window when sortBy is absent; sparklines cover it, or seven days when absent or all',
      ),
    traded: z
      .enum(['true', 'false'])
      .default('false')
      .describe('true: only collections of which something is listed or bid for, or was sold'),
    walletAddress: addressInput.optional().describe('Marks the favorites of this wallet, when it is the signed-in one'),
    wash,
  }),
  body: noBody,
  response: pageOf(collection),
  errors: ['invalid-cursor'],
  example: { query: { page: 1, take: 20, sortBy: 'ALL_TIME_VOLUME_DESC' } },
})

/** The operator's choice for the top of the landing page, at most 12. */
export const listFeaturedCollections = defineEndpoint({
  id: 'list-featured-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/featured',
  summary: "The operator's choice; until there is one, the most traded of the week",
  tag: 'Collections',
  cache: 'shared',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({ data: z.array(collection) }),
  errors: [],
  example: {},
})

/** Popular collections: by one-day volume unless asked otherwise. @source docs/product/collections.md#popular */
export const listPopularCollections = defineEndpoint({
  id: 'list-popular-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/popular',
  summary: 'Popular collections',
  tag: 'Collections',
  cache: 'shared-without-wallet',
  params: emptyObject,
  query: z.strictObject({
    ...pageQuery(20, 100),
    search: z.string().trim().max(80).optional().describe('Part of the name'),
    sortBy: collectionSortBy.default('ONE_D_VOLUME'),
    order: sortOrder.optional(),
    walletAddress: addressInput.optional().describe('Marks the favorites of this wallet, when it is the signed-in one'),
    wash,
  }),
  body: noBody,
  response: pageOf(collection),
  errors: ['invalid-cursor'],
  example: { query: { page: 1, take: 20, sortBy: 'ONE_D_VOLUME', order: 'DESC' } },
})

/**
 * One collection. Addresses are normalised before they are looked up, so an id is found with and without its 0x prefix;
 * a slug is found too.
 * @source docs/product/site.md#search-of-identifiers, docs/product/api.md#one-collection
 */
export const getCollection = defineEndpoint({
  id: 'get-collection',
  bases: ['main'],
  method: 'GET',
  path: '/collection/:id',
  summary: 'One collection by id or slug',
  tag: 'Collections',
  cache: 'shared-without-wallet',
  params: z.strictObject({ id: collectionRef }),
  query: z.strictObject({
    walletAddress: addressInput.optional().describe('Marks the favorites of this wallet, when it is the signed-in one'),
    window: sparklineWindow,
    wash,
  }),
  body: noBody,
  response: collectionDetail,
  errors: ['collection-not-found'],
  failure: { value: null },
  example: { params: { id: EXAMPLE.collectionId } },
})

/** A collection, and one of its tokens when it is named. */
export const getCollectionDetails = defineEndpoint({
  id: 'get-collection-details',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/details/id',
  summary: 'A collection and one of its tokens',
  tag: 'Collections',
  cache: 'shared',
  params: emptyObject,
  query: z.strictObject({
    collection_id: collectionRef,
    token_data_id: addressInput.optional(),
  }),
  body: noBody,
  response: z.object({
    collection: collectionDetail,
    /** Null when none was asked for, or it is not one of this collection. */
    token: tokenStats.nullable(),
  }),
  errors: ['collection-not-found'],
  example: { query: { collection_id: EXAMPLE.collectionId, token_data_id: EXAMPLE.listedTokenDataId } },
})

/** A collection's royalty in percent; 0 when it has none. @source docs/product/api.md#zero-values */
export const getRoyalty = defineEndpoint({
  id: 'get-royalty',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/royalty/:collection_id',
  summary: "A collection's royalty",
  tag: 'Collections',
  params: z.strictObject({ collection_id: collectionRef }),
  query: emptyObject,
  body: noBody,
  response: z.object({ royalty: z.number().nonnegative(), payee: address.nullable() }),
  errors: ['collection-not-found'],
  failure: { value: { royalty: 0, payee: null } },
  example: { params: { collection_id: EXAMPLE.collectionId } },
})
