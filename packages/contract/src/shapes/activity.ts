import * as z from 'zod'
import {
  ACTIVITY_KINDS,
  ACTIVITY_TITLES,
  ACTIVITY_TYPES,
  type ActivityKind,
  type ActivityType,
  KINDS_OF_TYPE,
} from './activity-kind.ts'
import { address, marketplaceId, micros, octas, u64 } from './scalars.ts'
import { wallet } from './wallet.ts'

export { ACTIVITY_KINDS, ACTIVITY_TITLES, ACTIVITY_TYPES, type ActivityKind, type ActivityType, KINDS_OF_TYPE }

/** One row of an activity list. @source spec 000, section 3 "Activity row" */
export const activity = z.object({
  /** `version-eventIndex`: unique, and stable for ever. */
  id: z.string(),
  version: u64,
  eventIndex: z.number().int(),
  kind: z.enum(ACTIVITY_KINDS),
  activityType: z.object({ title: z.string() }),
  marketplace: marketplaceId.nullable(),
  /** Octas; per token for collection bids. */
  price: octas.nullable(),
  amount: u64.nullable(),
  /** Who gets the token, or bids; null where a kind has none, as a listing. */
  buyer: wallet.nullable(),
  /** Who gives the token, or lists; null where a kind has none, as a mint or a bid. */
  seller: wallet.nullable(),
  from: address.nullable(),
  to: address.nullable(),
  tokenDataId: address.nullable(),
  tokenName: z.string().nullable(),
  /** Of the collection where no token is named. */
  tokenImage: z.string().nullable(),
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  collectionSlug: z.string().nullable(),
  /** Null until the collection has been seen. */
  tokenStandard: z.enum(['v1', 'v2']).nullable(),
  offerOrListingId: z.string().nullable(),
  atMicros: micros,
  /** 0x hash of the transaction, for explorer links; null for transactions that are not kept. */
  transactionHash: z.string().nullable(),
})
export type Activity = z.output<typeof activity>
