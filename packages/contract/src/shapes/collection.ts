import * as z from 'zod'
import { imageFacts } from './image-facts.ts'
import { address, octas, u64 } from './scalars.ts'

/** One collection with its figures. Prices and volumes in octas. @source spec 000, section 3 "Collection (list)" */
export const collection = z.object({
  collectionId: address,
  /** The id in the chain indexer's tables; the same as collectionId. */
  indexerCollectionId: address,
  collectionName: z.string(),
  /** Image URI as the metadata names it (`ipfs://`, `https://`); show it through the media service. */
  collectionImage: z.string().nullable(),
  /** Null until the picture was measured. */
  collectionImageFacts: imageFacts.nullable(),
  slug: z.string(),
  /** Lowest live listing price on an active marketplace. */
  floorPrice: octas.nullable(),
  /** Highest live collection offer. */
  topBid: octas.nullable(),
  /** Floor times supply. */
  marketCap: octas.nullable(),
  oneDayVolume: octas,
  sevenDaysVolume: octas,
  thirtyDaysVolume: octas,
  allTimeVolume: octas,
  /** The same as allTimeVolume. */
  totalVolume: octas,
  oneDaySales: z.number().int(),
  allTimeSales: z.number().int(),
  /** Floor now against the floor at the start of the window, percent; null when there was none. */
  oneDayChangePercent: z.number().nullable(),
  sevenDaysChangePercent: z.number().nullable(),
  uniqueOwnersCount: z.number().int(),
  currentSupply: z.number().int(),
  listedCount: z.number().int(),
  lastSalePrice: octas.nullable(),
  isVerified: z.boolean(),
  isFeatured: z.boolean(),
  /** In the favourites of the wallet that the query named and that is signed in. */
  favorite: z.boolean(),
  tokenStandard: z.enum(['v1', 'v2']),
  creatorAddress: address,
  uri: z.string(),
  /** Floor over the last seven days, oldest first, at most 42 points; null where nothing was listed. */
  sparkline: z.array(octas.nullable()),
  /** Ledger version these figures include. */
  version: u64,
})
export type Collection = z.output<typeof collection>

/** A collection with what its own page shows. @source spec 000, section 3 "Collection detail" */
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
