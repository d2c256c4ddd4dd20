import * as z from 'zod'
import { address, marketplaceId, micros, octas, u64 } from './scalars.ts'

/** Over which time points are counted. @source design decisions, "Rewards, season 1" */
export const rewardsInterval = z.enum(['1d', '7d', '30d', 'all'])
export type RewardsInterval = z.output<typeof rewardsInterval>

/** Points, at most four decimals. */
const points = z.number().nonnegative()
export const loyaltyPoints = z.union([z.literal(0), z.literal(100)])

/** One row of the leaderboard. @source spec 001, section 3 "Rewards" */
export const leaderboardRow = z.object({
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
export const userRewards = z.object({
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

/** What a wallet earned points for: everything needed to compute them again from the chain. */
export const rewardsEntry = z.object({
  rule: z.enum(['buying', 'listing', 'bidding']),
  marketplace: marketplaceId,
  collectionId: address.nullable(),
  orderId: z.string(),
  version: u64,
  eventIndex: z.number().int(),
  fromMicros: micros,
  /** Start of the last hour that counted; null while the order still earns. */
  untilMicros: micros.nullable(),
  price: octas,
  /** The floor the price was held against; null for purchases. */
  floorPrice: octas.nullable(),
  size: u64,
  hours: z.number().int(),
  pointsPerHour: points,
  /** pointsPerHour x hours, before loyalty. */
  points,
})
export type RewardsEntry = z.output<typeof rewardsEntry>
