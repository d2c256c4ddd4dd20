import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { address, addressInput, noBody, octas, signedOctas, u64 } from '../shapes/scalars.ts'

/** Most rows of one file. */
export const MAX_EXPORT_ROWS = 100_000

const exportFormat = z
  .enum(['csv', 'json'])
  .default('csv')
  .describe(
    'csv: a table with the names of the columns first; cells that a spreadsheet would run begin with an apostrophe',
  )

const apt = z
  .string()
  .regex(/^-?\d+\.\d{8}$/)
  .describe('The same amount in APT, all eight decimals')
const timestamp = z.string().describe('UTC, to the microsecond, e.g. 2026-01-31T23:59:59.000001Z')
const count = z.string().regex(/^\d+$/)

const what = {
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  tokenDataId: address,
  tokenName: z.string().nullable(),
  propertyVersion: u64,
}

/** One token that a wallet holds. The members are the columns of the CSV, in this order. */
export const portfolioExportRow = z.object({
  ...what,
  amount: count,
  /** Paid for the items whose cost is known. */
  costOctas: octas.nullable(),
  costApt: apt.nullable(),
  /** Items whose cost is unknown. */
  unknownCostCount: count,
  acquiredAt: timestamp.nullable(),
  floorOctas: octas.nullable(),
  topBidOctas: octas.nullable(),
  /** Estimate of all of them; 0 without a market. @source docs/product/portfolio-and-pnl.md#estimate */
  estimateOctas: octas,
  estimateApt: apt,
  /**
   * Price of the wallet's cheapest listing that can be bought, else of the cheapest that cannot.
   * @source docs/product/portfolio-and-pnl.md#portfolio-token
   */
  listedOctas: octas.nullable(),
  listedApt: apt.nullable(),
})
export type PortfolioExportRow = z.output<typeof portfolioExportRow>

/** One thing that a wallet took part in. */
export const activityExportRow = z.object({
  at: timestamp,
  version: u64,
  eventIndex: z.string(),
  transactionHash: z.string().nullable(),
  kind: z.string(),
  marketplace: z.string().nullable(),
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  tokenDataId: address.nullable(),
  tokenName: z.string().nullable(),
  from: address.nullable(),
  to: address.nullable(),
  priceOctas: octas.nullable(),
  priceApt: apt.nullable(),
  amount: count.nullable(),
  offerOrListingId: z.string().nullable(),
})
export type ActivityExportRow = z.output<typeof activityExportRow>

/** Items that came to a wallet together, and left together or are still there, with the transactions that say so. */
export const pnlExportRow = z.object({
  ...what,
  amount: count,
  acquiredBy: z.string(),
  acquiredAt: timestamp,
  acquiredVersion: u64,
  acquiredTransactionHash: z.string().nullable(),
  /** Null when unknown. */
  costOctas: octas.nullable(),
  costApt: apt.nullable(),
  releasedBy: z.string().nullable(),
  releasedAt: timestamp.nullable(),
  releasedVersion: u64.nullable(),
  releasedTransactionHash: z.string().nullable(),
  /** Proceeds of the sale, net of royalty and fee. */
  proceedsOctas: octas.nullable(),
  proceedsApt: apt.nullable(),
  /** proceedsOctas minus costOctas, where both are known: the realised P&L is the sum of these. */
  gainOctas: signedOctas.nullable(),
  gainApt: apt.nullable(),
  /** true: on its way through this wallet within a trade; not counted in any metric. */
  isInTransit: z.boolean(),
})
export type PnlExportRow = z.output<typeof pnlExportRow>

/** Returns the JSON file: the same rows and members as the CSV. */
export function exportOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    wallet: address,
    rows: z.array(row),
    /** False when there were more than {@link MAX_EXPORT_ROWS} rows. */
    isComplete: z.boolean(),
  })
}

/** A wallet's activities, newest first. Responds with a file, written while it is read. */
export const exportActivity = defineEndpoint({
  id: 'export-activity',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/export/activity/:wallet',
  summary: 'What a wallet took part in as a file, CSV or JSON',
  tag: 'Portfolio',
  budget: 'export',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    format: exportFormat,
    untilMicros: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .describe('Only what happened at or before this chain time: the next file of a long history'),
  }),
  body: noBody,
  response: exportOf(activityExportRow),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, query: { format: 'json' } },
})

/** Every lot of a wallet with cost, proceeds, gain and the transactions behind them. Answers a file, written while it is read. */
export const exportPnl = defineEndpoint({
  id: 'export-pnl',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/export/pnl/:wallet',
  summary: "The lots behind a wallet's P&L as a file, CSV or JSON",
  tag: 'Portfolio',
  budget: 'export',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ format: exportFormat }),
  body: noBody,
  response: exportOf(pnlExportRow),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, query: { format: 'json' } },
})

/** A wallet's holdings, with cost and estimate. Responds with a file, written while it is read. */
export const exportPortfolio = defineEndpoint({
  id: 'export-portfolio',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/export/portfolio/:wallet',
  summary: 'What a wallet holds as a file, CSV or JSON',
  tag: 'Portfolio',
  budget: 'export',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ format: exportFormat }),
  body: noBody,
  response: exportOf(portfolioExportRow),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, query: { format: 'json' } },
})
