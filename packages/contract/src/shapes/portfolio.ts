import * as z from 'zod'
import { address, octas, signedOctas, u64 } from './scalars.ts'

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
  /** Kept apart: unverified, and flagged by the operator or sent by others without ever having been traded. */
  isSpam: z.boolean(),
})
export type PortfolioCollection = z.output<typeof portfolioCollection>

/** Whether collections that are kept apart (`isSpam`) belong to an answer. */
export const spamChoice = z
  .enum(['include', 'hide', 'only'])
  .default('include')
  .describe('What others sent unasked and nobody trades: with the rest, left out, or alone')

/**
 * What a wallet holds and gained; octas. Cost and P&L are over items of known cost alone.
 * @source spec 001, section 3 "Portfolio summary"; design decisions, "Profit and loss"
 */
export const portfolioPnl = z.object({
  costPrice: octas,
  /** Of everything held, whatever it cost: each item at the better of its collection's floor and top bid. */
  estimatedPrice: octas,
  /** Of the items of known cost: their cost and unrealised P&L together. */
  knownCostEstimate: octas,
  realizedPNL: signedOctas,
  unrealizedPNL: signedOctas,
  totalCount: z.number().int(),
  listedCount: z.number().int(),
  /** Items held whose cost is unknown: left out of cost and P&L. */
  unknownCostCount: z.number().int(),
  soldCount: z.number().int(),
  /** Items sold that are left out of the realised P&L. */
  soldUnknownCount: z.number().int(),
})
export type PortfolioPnl = z.output<typeof portfolioPnl>

/** What stands in place of a P&L that could not be read. @source spec 001, section 8 "PnL failure: zeros" */
export const NO_PNL: PortfolioPnl = {
  costPrice: '0',
  estimatedPrice: '0',
  knownCostEstimate: '0',
  realizedPNL: '0',
  unrealizedPNL: '0',
  totalCount: 0,
  listedCount: 0,
  unknownCostCount: 0,
  soldCount: 0,
  soldUnknownCount: 0,
}

/** The same in the words of the portfolio's head. */
export const portfolioSummary = z.object({
  totalNfts: z.number().int(),
  listedNfts: z.number().int(),
  estimated: octas,
  cost: octas,
  unRealizedPL: signedOctas,
  realizedPL: signedOctas,
})
