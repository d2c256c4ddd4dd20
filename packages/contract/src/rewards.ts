import * as z from 'zod'
import { WINDOWS } from './constants/windows.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import {
  address,
  addressInput,
  cursor,
  emptyObject,
  marketplaceId,
  micros,
  noBody,
  octas,
  pageOf,
  queryInteger,
  u64,
} from './shapes/scalars.ts'

/** Time over which points are counted. @source docs/product/rewards.md#intervals */
const rewardsInterval = z.enum(WINDOWS)

/** Points, at most four decimals. */
const points = z.number().nonnegative()
/** Loyalty: 100, or 0 while an item of the wallet is listed on another marketplace. @source docs/product/rewards.md#loyalty */
export const loyaltyPoints = z.union([z.literal(0), z.literal(100)])

/** One row of the leaderboard. @source docs/product/rewards.md#leaderboard */
const leaderboardRow = z.object({
  wallet_address: address,
  /** Primary `.apt` name; null when it has none. */
  aptosName: z.string().nullable(),
  rank: z.number().int(),
  total: points,
  bidding_points: points,
  buying_points: points,
  listing_points: points,
  /** The wallet's own, which its total is computed with; 100 is the season's ceiling. */
  loyaltyPoints,
})
export type LeaderboardRow = z.output<typeof leaderboardRow>

/** One wallet's points. Rank is null while it has none. */
const userRewards = z.object({
  walletAddress: address,
  rank: z.number().int().nullable(),
  total: points,
  /** The same as total. */
  totalPoints: points,
  biddingPoints: points,
  buyingPoints: points,
  listingPoints: points,
  loyaltyPoints,
  /** The same as loyaltyPoints. */
  loyaltyPercent: loyaltyPoints,
})
export type UserRewards = z.output<typeof userRewards>

/** An entry of a wallet's points: everything needed to compute them again from the chain. */
const rewardsEntry = z.object({
  rule: z.enum(['buying', 'listing', 'bidding']),
  marketplace: marketplaceId,
  collectionId: address.nullable(),
  orderId: z.string(),
  version: u64,
  eventIndex: z.number().int(),
  /** Time of a purchase; of an order, the start of the first hour that counted. */
  fromMicros: micros,
  /** Start of the last hour that counted; null while the order still earns. */
  untilMicros: micros.nullable(),
  price: octas,
  /** The floor that the price was compared with; null for purchases. */
  floorPrice: octas.nullable(),
  size: u64,
  hours: z.number().int(),
  pointsPerHour: points,
  /** pointsPerHour x hours, before loyalty. */
  points,
})
export type RewardsEntry = z.output<typeof rewardsEntry>

/** A wallet's points, rank and loyalty. @source docs/product/rewards.md#rewards-of-a-wallet */
export const getUserRewards = defineEndpoint({
  id: 'get-user-rewards',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/rewards/:walletAddress',
  summary: "A wallet's points",
  tag: 'Rewards',
  params: z.strictObject({ walletAddress: addressInput }),
  query: z.strictObject({ interval: rewardsInterval.default('all') }),
  body: noBody,
  response: userRewards,
  errors: [],
  example: { params: { walletAddress: EXAMPLE.owner } },
})

/**
 * A wallet's points, entry by entry, newest first.
 * @source docs/product/rewards.md#rewards-of-a-wallet
 */
export const listUserRewards = defineEndpoint({
  id: 'list-user-rewards',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/rewards/:walletAddress/ledger',
  summary: "A wallet's ledger of points",
  tag: 'Rewards',
  params: z.strictObject({ walletAddress: addressInput }),
  query: z.strictObject({
    interval: rewardsInterval.default('all'),
    take: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(rewardsEntry),
  errors: ['invalid-cursor'],
  example: { params: { walletAddress: EXAMPLE.owner } },
})

/** The season's ranking, best first. @source docs/product/rewards.md#leaderboard */
export const listLeaderboard = defineEndpoint({
  id: 'list-leaderboard',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/utility/all-rewards',
  summary: 'Leaderboard',
  tag: 'Rewards',
  params: emptyObject,
  query: z.strictObject({
    interval: rewardsInterval.default('all'),
    take: queryInteger(1, 100, 50),
    page: queryInteger(1, 100, 1),
    cursor: cursor.optional().describe('nextCursor of the page before; wins over page'),
  }),
  body: noBody,
  response: pageOf(leaderboardRow),
  errors: ['invalid-cursor'],
  example: { query: { interval: '7d', take: 50, page: 1 } },
})

/** The first hundred of the whole season. @source docs/product/rewards.md#leaderboard */
export const listTopHundred = defineEndpoint({
  id: 'list-top-hundred',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/leadersboard',
  summary: 'The leaders of the season',
  tag: 'Rewards',
  cache: 'shared',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({ data: z.array(leaderboardRow) }),
  errors: [],
  example: {},
})

/**
 * A wallet's loyalty: 0 while it has anything listed on another marketplace that it can take back, else 100.
 * @source docs/product/rewards.md#loyalty
 */
export const checkLoyalty = defineEndpoint({
  id: 'check-loyalty',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/check-loyalty/:walletAddress',
  summary: "A wallet's loyalty",
  tag: 'Rewards',
  params: z.strictObject({ walletAddress: addressInput }),
  query: emptyObject,
  body: noBody,
  response: z.object({ loyaltyPoints }),
  errors: [],
  example: { params: { walletAddress: EXAMPLE.owner } },
})

/** The loyalty of some wallets, in the order asked for. @source docs/product/rewards.md#loyalty */
export const checkLoyalties = defineEndpoint({
  id: 'check-loyalties',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/user/check-loyalty',
  summary: 'Loyalty of some wallets',
  tag: 'Rewards',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ walletAddresses: z.array(addressInput).min(1).max(200) }),
  response: z.object({ data: z.array(z.object({ walletAddress: address, loyaltyPoints })) }),
  errors: [],
  example: { body: { walletAddresses: [EXAMPLE.owner, EXAMPLE.buyer] } },
})
