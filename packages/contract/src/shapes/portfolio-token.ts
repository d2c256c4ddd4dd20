import * as z from 'zod'
import { listing } from './listing.ts'
import { micros, octas, u64 } from './scalars.ts'
import { token } from './token.ts'

/** A token in its holder's eyes. @source spec 001, section 3 "Token (trading view)" */
export const portfolioToken = token.extend({
  /** How many of it the wallet holds. */
  held: u64,
  /** Octas paid for those of known cost; null when it is not known of any. */
  costPrice: octas.nullable(),
  /** When the newest of them came. */
  acquiredAtMicros: micros.nullable(),
  /** The wallet's own open listings of it, on every marketplace. */
  ownListings: z.array(listing),
})
export type PortfolioToken = z.output<typeof portfolioToken>
