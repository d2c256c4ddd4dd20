import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import {
  address,
  addressInput,
  cursor,
  emptyObject,
  itemCount,
  micros,
  noBody,
  octas,
  pageOf,
  queryInteger,
  signedOctas,
  u64,
} from '../shapes/scalars.ts'

/**
 * A wallet's holdings and gains; octas. Cost and P&L are over items of known cost alone.
 * @source docs/product/portfolio-and-pnl.md#summary, docs/product/portfolio-and-pnl.md#cost
 */
const portfolioPnl = z.object({
  costPrice: octas,
  /** Estimate of everything held, whatever it cost. @source docs/product/portfolio-and-pnl.md#estimate */
  estimatedPrice: octas,
  /** Estimate of the items of known cost: their cost and unrealised P&L together. */
  knownCostEstimate: octas,
  realizedPNL: signedOctas,
  unrealizedPNL: signedOctas,
  totalCount: itemCount,
  /** Listings, however many items each has. */
  listedCount: z.number().int(),
  /** Items held whose cost is unknown: left out of cost and P&L. */
  unknownCostCount: itemCount,
  soldCount: itemCount,
  /** Items sold that are left out of the realised P&L. */
  soldUnknownCount: itemCount,
})
export type PortfolioPnl = z.output<typeof portfolioPnl>

/** Placeholder of a P&L that could not be read. @source docs/product/portfolio-and-pnl.md#summary */
export const NO_PNL: PortfolioPnl = {
  costPrice: '0',
  estimatedPrice: '0',
  knownCostEstimate: '0',
  realizedPNL: '0',
  unrealizedPNL: '0',
  totalCount: '0',
  listedCount: 0,
  unknownCostCount: '0',
  soldCount: '0',
  soldUnknownCount: '0',
}

/** The same metrics under the names that the head of the portfolio has for them. */
const portfolioSummary = z.object({
  totalNfts: itemCount,
  listedNfts: z.number().int(),
  estimated: octas,
  cost: octas,
  unRealizedPL: signedOctas,
  realizedPL: signedOctas,
})

/** The transaction by which a lot was acquired or released. */
const lotTransaction = z.object({
  /** listing, token-offer, collection-offer, mint, transfer, burn, or unknown. */
  by: z.string(),
  version: u64,
  atMicros: micros,
  /** 0x hash; null for transactions that are not stored. */
  transactionHash: z.string().nullable(),
})

/** Items that came to a wallet together, and left together or are still there. Octas for the whole lot. */
export const lot = z.object({
  /** Unique within the wallet, and stable. */
  id: z.string(),
  tokenDataId: address,
  tokenName: z.string().nullable(),
  tokenImage: z.string().nullable(),
  propertyVersion: u64,
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  amount: u64,
  acquired: lotTransaction,
  /** Null when it is not known, as after a transfer. */
  cost: octas.nullable(),
  /** Null while it is held. */
  released: lotTransaction.nullable(),
  /** Proceeds of the sale, net of fee and royalty. */
  proceeds: octas.nullable(),
  /** For the whole lot; null once it is gone. @source docs/product/portfolio-and-pnl.md#estimate */
  estimate: octas.nullable(),
  /** Realised where it was sold, unrealised while it is held; null where the cost or the proceeds are unknown. */
  gain: signedOctas.nullable(),
})
export type Lot = z.output<typeof lot>

/** A wallet's holdings, cost and P&L, of one collection or of all. @source docs/product/portfolio-and-pnl.md#summary */
export const getUserPnl = defineEndpoint({
  id: 'get-user-pnl',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/pnl/:wallet',
  summary: "A wallet's cost, estimate and P&L",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ collectionId: addressInput.optional() }),
  body: noBody,
  response: portfolioPnl,
  errors: [],
  failure: { value: NO_PNL },
  example: { params: { wallet: EXAMPLE.owner } },
})

/** The head of a portfolio. @source docs/product/portfolio-and-pnl.md#summary */
export const getMySummary = defineEndpoint({
  id: 'get-my-summary',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/myCollections/summary',
  summary: "A portfolio's summary",
  tag: 'Portfolio',
  params: emptyObject,
  query: z.strictObject({ walletAddress: addressInput, collectionId: addressInput.optional() }),
  body: noBody,
  response: portfolioSummary,
  errors: [],
  failure: {
    value: { totalNfts: '0', listedNfts: 0, estimated: '0', cost: '0', unRealizedPL: '0', realizedPL: '0' },
  },
  example: { query: { walletAddress: EXAMPLE.owner } },
})

/** The lots behind a wallet's cost and P&L, what changed last first. @source docs/product/portfolio-and-pnl.md#cost */
export const listUserLots = defineEndpoint({
  id: 'list-user-lots',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/lots/:wallet',
  summary: "The lots behind a wallet's P&L",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    state: z.enum(['all', 'held', 'sold']).default('all'),
    cost: z.enum(['any', 'known', 'unknown']).default('any'),
    collectionId: addressInput.optional(),
    tokenDataId: addressInput.optional(),
    take: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(lot),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner }, query: { state: 'all' } },
})
