import * as z from 'zod'
import { MAX_CLEANED_ORDERS } from './constants/order-health-limits.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import {
  address,
  addressInput,
  emptyObject,
  marketplaceId,
  micros,
  noBody,
  octas,
  setHash,
  u64,
} from './shapes/scalars.ts'
import { signer, TRADE_CALL, tradeAnswer, tradeReason } from './trading/trade.ts'

/** Kinds of orders; a kind with marketplace and id names one order. */
const orderKind = z.enum(['listing', 'token-offer', 'collection-offer'])
export type OrderKind = z.output<typeof orderKind>

/** `high`: someone else's click can cost the wallet money. `medium`: money or a token is stuck. `low`: left lying about. */
const orderRisk = z.enum(['high', 'medium', 'low'])
export type OrderRisk = z.output<typeof orderRisk>

/** A fault of an order: a stable code, a sentence for people, and the amount that its price was compared with. */
const orderIssue = z.object({
  code: z.enum([
    'below-bid',
    'far-below-floor',
    'above-listing',
    'above-floor',
    'token-moved',
    'token-frozen',
    'token-gone',
    'own-token',
    'unfunded',
    'bidder-refuses',
    'expired',
    'marketplace-closed',
    'exhausted',
    'forgotten',
  ]),
  sentence: z.string(),
  risk: orderRisk,
  /** Proceeds of the best bid, or the lowest price of others; null where no price is at fault. */
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
  /** Root of the set of tokens that an offer is for; null for any of the collection, and of other orders. */
  setRoot: setHash.nullable(),
  /** Null while neither token nor collection has been seen. */
  tokenStandard: z.enum(['v1', 'v2']).nullable(),
  /** Name of the token, or of the collection without one. */
  name: z.string(),
  image: z.string().nullable(),
  collectionName: z.string().nullable(),
  /** Per token. */
  price: octas,
  /** Tokens that an offer still wants; 1 for a listing. */
  quantity: u64,
  /** The wallet's money in the order: price times quantity of an offer, 0 for a listing. */
  locked: octas,
  /** Unix seconds; null when it has no end of its own. */
  expiresAtSeconds: u64.nullable(),
  placedAtMicros: micros,
  /** At least one, the worst first. */
  issues: z.array(orderIssue).min(1),
  /** Risk of the worst issue. */
  risk: orderRisk,
  /** Reason why it cannot be cancelled through us; null when it can. */
  cannotClean: tradeReason.nullable(),
})
export type StaleOrder = z.output<typeof staleOrder>

/** Most stale orders of one answer; the most dangerous come first. */
export const MAX_STALE_ORDERS = 200

/**
 * A wallet's own open orders, on every marketplace, that went stale or became dangerous: run out, on a closed marketplace,
 * without their token, far below the floor or a bid, above what others ask, or forgotten.
 */
export const listStaleOrders = defineEndpoint({
  id: 'list-stale-orders',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/orders/stale/:wallet',
  summary: "A wallet's stale and dangerous orders",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: emptyObject,
  body: noBody,
  response: z.object({
    data: z.array(staleOrder).max(MAX_STALE_ORDERS),
    /** All that were found; more than `data` when those were cut off. */
    total: z.number().int(),
    /** Open orders that were checked. */
    checked: z.number().int(),
    /** There are more open orders than are checked in one call: clean up and ask again. */
    hasMore: z.boolean(),
  }),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner } },
})

/**
 * Builds the unsigned transactions that take own orders back, listings and bids of any kind: one for each marketplace. Each
 * is simulated for itself, on the balance of now; orders that would make one fail are left out of it and say why.
 */
export const buildCleanUp = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-clean-up',
  path: '/user/orders/clean',
  summary: 'Payloads that cancel stale orders, one for each marketplace',
  body: z.strictObject({
    walletAddress: signer,
    orders: z
      .array(z.strictObject({ kind: orderKind, marketplace: marketplaceId, orderId: z.string().min(1).max(200) }))
      .min(1)
      .max(MAX_CLEANED_ORDERS),
  }),
  response: z.object({
    /** In the order in which the marketplaces were first named. What they unlock is in `split.receivedOctas`. */
    transactions: z.array(tradeAnswer.extend({ marketplace: marketplaceId })),
  }),
  errors: [],
  example: {
    body: {
      walletAddress: EXAMPLE.buyer,
      orders: [{ kind: 'collection-offer', marketplace: 'opal', orderId: `0x${'4'.repeat(64)}` }],
    },
  },
})
