import * as z from 'zod'
import { address, octas, u64 } from './scalars.ts'

/** What a wallet holds of one collection. @source spec 001, section 3 "Portfolio collection" */
export const portfolioCollection = z.object({
  collectionId: address,
  name: z.string(),
  image: z.string().nullable(),
  isVerified: z.boolean(),
  slug: z.string(),
  tokenStandard: z.enum(['v1', 'v2']),
  floorPrice: octas.nullable(),
  topBid: octas.nullable(),
  /** Tokens of the wallet that are for sale. */
  listed: u64,
  /** tokenCount times the better of floor and top bid; 0 where there is neither. */
  value: octas,
  tokenCount: u64,
})
export type PortfolioCollection = z.output<typeof portfolioCollection>
