import * as z from 'zod'
import { listing } from './listing.ts'
import { marketplaceId, micros, octas, u64 } from './scalars.ts'
import { token } from './token.ts'

/** Where selling one of a token right now brings most, and what reaches the seller. `net + commission + royalty = price`. */
export const bestExit = z.object({
  netOctas: octas,
  priceOctas: octas,
  commissionOctas: octas,
  royaltyOctas: octas,
  marketplace: marketplaceId,
  offerId: z.string(),
  /** The offer is for this very token, not for any of its collection. */
  tokenBid: z.boolean(),
})
export type BestExit = z.output<typeof bestExit>

/** A token in its holder's eyes. @source spec 001, section 3 "Token (trading view)" */
export const portfolioToken = token.extend({
  /** Tokens of its collection. */
  collectionSupply: z.number().int(),
  /** How many of it the wallet holds. */
  held: u64,
  /** Octas paid for those of known cost; null when it is not known of any. */
  costPrice: octas.nullable(),
  /** When the newest of them came. */
  acquiredAtMicros: micros.nullable(),
  /** The wallet's own open listings of it, on every marketplace. */
  ownListings: z.array(listing),
  /** Null where nobody bids for it. Each token is looked at for itself: two may name one offer that wants a single token. */
  bestExit: bestExit.nullable(),
})
export type PortfolioToken = z.output<typeof portfolioToken>
