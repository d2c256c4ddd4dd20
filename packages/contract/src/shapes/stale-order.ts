import * as z from 'zod'
import { address, marketplaceId, micros, octas, u64 } from './scalars.ts'
import { tradeReason } from './trade.ts'

/** What an order is; with marketplace and id it names one. */
export const orderKind = z.enum(['listing', 'token-offer', 'collection-offer'])
export type OrderKind = z.output<typeof orderKind>

/** `high`: somebody else's click can cost the wallet money. `medium`: money or a token is stuck. `low`: left lying about. */
export const orderRisk = z.enum(['high', 'medium', 'low'])
export type OrderRisk = z.output<typeof orderRisk>

/** What is wrong with an order: a stable code, a sentence for people, and the figure that its price was held against. */
export const orderIssue = z.object({
  code: z.enum([
    'below-bid',
    'far-below-floor',
    'above-listing',
    'above-floor',
    'token-moved',
    'token-gone',
    'own-token',
    'unfunded',
    'expired',
    'venue-closed',
    'exhausted',
    'forgotten',
  ]),
  sentence: z.string(),
  risk: orderRisk,
  /** What the best bid would bring, or what others ask; null where no price is at fault. */
  comparedWith: octas.nullable(),
})
export type OrderIssue = z.output<typeof orderIssue>

/** An own open order that went stale or became dangerous. */
export const staleOrder = z.object({
  kind: orderKind,
  marketplace: marketplaceId,
  orderId: z.string(),
  /** Null for an offer on any token of a collection. */
  tokenDataId: address.nullable(),
  collectionId: address.nullable(),
  /** Null while neither token nor collection has been seen. */
  tokenStandard: z.enum(['v1', 'v2']).nullable(),
  /** Of the token, else of the collection. */
  name: z.string(),
  image: z.string().nullable(),
  collectionName: z.string().nullable(),
  /** Per token. */
  price: octas,
  /** Tokens that an offer still wants; 1 for a listing. */
  quantity: u64,
  /** What the order holds of the wallet's money: price times quantity of an offer, 0 for a listing. */
  locked: octas,
  /** Unix seconds; null when it has no end of its own. */
  expiresAtSeconds: u64.nullable(),
  placedAtMicros: micros,
  /** At least one, the worst first. */
  issues: z.array(orderIssue).min(1),
  /** Of the worst issue. */
  risk: orderRisk,
  /** Why it cannot be cleaned away through us; null when it can. */
  cannotClean: tradeReason.nullable(),
})
export type StaleOrder = z.output<typeof staleOrder>
