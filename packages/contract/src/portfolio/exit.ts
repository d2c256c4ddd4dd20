import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { bestExit, portfolioToken } from '../portfolio.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { address, addressInput, emptyObject, marketplaceId, octas, octasInput } from '../shapes/scalars.ts'

/** Most items of one plan: of 500, a wallet with a hundred thousand waits for more than 0.1 s. */
const MAX_EXIT_ITEMS = 200
/** Most wallets of one plan. */
export const MAX_EXIT_WALLETS = 20
/** Most costs that a caller names. */
export const MAX_EXIT_COSTS = 500

/**
 * An item of a wallet with what selling and listing it now would bring.
 * @source docs/product/portfolio-and-pnl.md#exit
 */
const exitItem = portfolioToken
  .pick({
    tokenDataId: true,
    propertyVersion: true,
    editionsHeld: true,
    held: true,
    name: true,
    image: true,
    imageFacts: true,
    collectionId: true,
    collectionName: true,
    collectionImage: true,
    lastSalePrice: true,
    ownListings: true,
  })
  .extend({
    /** Its holder. */
    walletAddress: address,
    /** Octas paid for it; null where that is unknown, and where the wallet holds several, of which one is planned. */
    costPrice: octas.nullable(),
    /** Usual floor of others in its collection, where its sales support it. */
    floorPrice: octas.nullable(),
    /**
     * The highest floor of those of its traits that at least three tokens of others are listed with, below twenty times the
     * higher of usual floor and last sale; null without one, and where it is not looked up: beyond the most valuable collections.
     */
    traitFloorPrice: octas.nullable(),
    /** The bid that the plan sells it into, which no other item of the plan takes; null where none is left. */
    sale: bestExit.nullable(),
    /** The price to list it at, and the seller's proceeds there; null without a floor that counts. */
    listing: z.object({ price: octas, netOctas: octas, marketplace: marketplaceId }).nullable(),
    /** Proposal: sell where that brings at least nine tenths of what the listing would, else list, else hold. */
    choice: z.enum(['sell', 'list', 'hold']),
    /**
     * Why it is held: frozen by its creator, all it could bring is below the least share of its cost, or neither floor nor a bid
     * of more than half of what others ask.
     */
    holdReason: z.enum(['frozen', 'below-cost', 'no-market']).nullable(),
  })
export type ExitItem = z.output<typeof exitItem>

/**
 * Plans the sale of what some wallets of one owner hold into the open bids of others: each bid, and each octa of the pools that pay them,
 * is used once. Covers the most valuable items; there is no next page, as its items would compete for the same bids.
 */
export const planPortfolioExit = defineEndpoint({
  id: 'plan-portfolio-exit',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/user/exit',
  summary: 'What some wallets would get for their items now',
  tag: 'Portfolio',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    wallets: z.array(addressInput).min(1).max(MAX_EXIT_WALLETS),
    collectionId: addressInput.optional(),
    take: z.number().int().min(1).max(MAX_EXIT_ITEMS).default(MAX_EXIT_ITEMS).describe('Items that are planned'),
    leastOfCost: z
      .number()
      .int()
      .min(0)
      .max(1_000)
      .default(0)
      .describe('Percent of its cost that an item has to bring to be sold or listed; unknown costs have no least'),
    costs: z
      .array(z.strictObject({ walletAddress: addressInput, tokenDataId: addressInput, octas: octasInput }))
      .max(MAX_EXIT_COSTS)
      .default([])
      .describe('Costs of items whose cost is not on chain, as their owner knows them'),
  }),
  maxBodyBytes: 256 * 1_024,
  response: z.object({
    /** Most valuable first, without spam. */
    data: z.array(exitItem),
    /** All that the wallets hold, planned or not. */
    total: z.number().int(),
    /** Octas that the best 1, 2, 3 ... sales of the plan bring together. */
    proceeds: z.array(octas),
  }),
  errors: [],
  example: { body: { wallets: [EXAMPLE.owner], leastOfCost: 80 } },
})
