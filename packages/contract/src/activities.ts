import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import * as z from 'zod'
import { ACTIVITY_TYPES } from './constants/activity-kinds.ts'
import { WINDOWS } from './constants/windows.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { wallet } from './names.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import {
  address,
  addressInput,
  collectionRef,
  emptyObject,
  limitQuery,
  marketplaceId,
  micros,
  noBody,
  octas,
  oneOrMany,
  pageOf,
  pageQuery,
  timestamp,
  u64,
} from './shapes/scalars.ts'

/**
 * Whether trades of a wallet with itself, or with a wallet it funded directly, count in volumes, sales and
 * rankings.
 * @source docs/product/collections.md#wash-trades
 */
export const wash = z
  .enum(['include', 'exclude'])
  .default('include')
  .describe('Are wash trades counted in volumes and sales?')

/** One row of an activity list. @source docs/product/activity.md#activity-row */
export const activity = z.object({
  /** `version-eventIndex`: unique and stable. */
  id: z.string(),
  version: u64,
  eventIndex: z.number().int(),
  kind: z.enum(ACTIVITY_KINDS),
  activityType: z.object({ title: z.string() }),
  marketplace: marketplaceId.nullable(),
  /** Octas; per token for collection bids. */
  price: octas.nullable(),
  amount: u64.nullable(),
  /** The receiver of the token, or the bidder; null for kinds without one, such as a listing. */
  buyer: wallet.nullable(),
  /** The sender of the token, or the lister; null for kinds without one, such as a mint or a bid. */
  seller: wallet.nullable(),
  from: address.nullable(),
  to: address.nullable(),
  tokenDataId: address.nullable(),
  tokenName: z.string().nullable(),
  /** Image of the token, or of the collection where no token is named. */
  tokenImage: z.string().nullable(),
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  collectionSlug: z.string().nullable(),
  /** Null until the collection has been seen. */
  tokenStandard: z.enum(['v1', 'v2']).nullable(),
  offerOrListingId: z.string().nullable(),
  atMicros: micros,
  /** 0x hash of the transaction, for explorer links; null for transactions that are not stored. */
  transactionHash: z.string().nullable(),
})
export type Activity = z.output<typeof activity>

/** Activities, newest first: of the whole market, of some collections, or of one token. */
export const listActivities = defineEndpoint({
  id: 'list-activities',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/activities',
  summary: 'Activity, newest first',
  tag: 'Activity',
  cache: 'shared',
  params: emptyObject,
  query: z.strictObject({
    ...pageQuery(50, 100),
    collectionId: oneOrMany(addressInput, 50).optional().describe('May be repeated'),
    collectionSlug: z.string().max(200).optional(),
    tokenDataId: addressInput.optional(),
    walletAddress: addressInput.optional().describe('Only what this wallet took part in'),
    timestamp: timestamp
      .optional()
      .describe('Only what happened at or before: Unix seconds, milliseconds or microseconds, or an ISO 8601 time'),
    type: oneOrMany(z.enum(ACTIVITY_TYPES), ACTIVITY_TYPES.length)
      .prefault('all')
      .describe('May be repeated: what belongs to any of them'),
    interval: z.enum(WINDOWS).default('all').describe('Only what happened within the last 1, 7 or 30 days'),
    marketplace: z
      .union([z.literal('all'), marketplaceId])
      .default('all')
      .transform((id) => (id === 'all' ? null : id)),
    pageType: z
      .enum(['activity_page', 'none'])
      .default('none')
      .describe('activity_page leaves mints and plain transfers out of type=all'),
  }),
  body: noBody,
  response: pageOf(activity),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { query: { collectionId: [EXAMPLE.collectionId], page: 1, take: 50, type: 'all' } },
})

/** Activities, newest first; the older form of `list-activities`. */
export const listAllActivities = defineEndpoint({
  id: 'list-all-activities',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/activity',
  summary: 'Activity of everything or of one collection',
  tag: 'Activity',
  cache: 'shared',
  params: emptyObject,
  query: z.strictObject({
    collection: z.string().max(200).optional().describe('Collection id, with or without 0x, or slug'),
    type: z.enum(ACTIVITY_TYPES).default('all'),
    ...limitQuery,
  }),
  body: noBody,
  response: pageOf(activity),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { query: { type: 'sales' } },
})

/** Activities of one collection, newest first. */
export const listCollectionActivities = defineEndpoint({
  id: 'list-collection-activities',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/activity/collection/:collectionId',
  summary: 'Activity of one collection, newest first',
  tag: 'Activity',
  cache: 'shared',
  params: z.strictObject({ collectionId: collectionRef }),
  query: z.strictObject(limitQuery),
  body: noBody,
  response: pageOf(activity),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { params: { collectionId: EXAMPLE.collectionId } },
})

/** Activities of one token, newest first. */
export const listTokenActivities = defineEndpoint({
  id: 'list-token-activities',
  bases: ['main'],
  method: 'GET',
  path: '/activity/nft/:id',
  summary: 'Activity of one token, newest first',
  tag: 'Activity',
  cache: 'shared',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: z.strictObject({ ...pageQuery(30, 100) }),
  body: noBody,
  response: pageOf(activity),
  errors: ['invalid-cursor'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})

/** A wallet's activities, newest first. */
export const listUserActivities = defineEndpoint({
  id: 'list-user-activities',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/activities/:wallet',
  summary: 'Activity of one wallet, newest first',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ ...pageQuery(50, 100), collectionId: addressInput.optional() }),
  body: noBody,
  response: pageOf(activity),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner } },
})

/** A wallet's activities, newest first; `list-user-activities` with the wallet in the query. */
export const listMyActivities = defineEndpoint({
  id: 'list-my-activities',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/activity/my-activities',
  summary: 'Activity of one wallet, newest first',
  tag: 'Activity',
  params: emptyObject,
  query: z.strictObject({
    walletAddress: addressInput,
    collectionId: addressInput.optional(),
    ...limitQuery,
  }),
  body: noBody,
  response: pageOf(activity),
  errors: ['invalid-cursor'],
  example: { query: { walletAddress: EXAMPLE.owner } },
})

/** The newest trade of each of some wallets. */
export const listLastTrades = defineEndpoint({
  id: 'list-last-trades',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/user/last-trades',
  summary: 'Last trades of wallets',
  tag: 'Users',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ wallet_address: z.array(addressInput).min(1).max(100) }),
  response: z.object({
    /** Unordered; wallets without a trade among their newest activities are left out. */
    data: z.array(z.object({ walletAddress: address, trade: activity })),
  }),
  errors: [],
  example: { body: { wallet_address: [EXAMPLE.owner] } },
})
