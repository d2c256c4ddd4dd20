import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { bestExit, portfolioToken } from '../portfolio.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { addressInput, marketplaceId, noBody, octas, queryInteger } from '../shapes/scalars.ts'

/** Most items of one plan. */
export const MAX_EXIT_ITEMS = 200

/**
 * An item of a wallet with what selling and listing it now would bring.
 * @source docs/product/portfolio-and-pnl.md#exit
 */
export const exitItem = portfolioToken
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
    /** Octas paid for it; null where that is unknown, and where the wallet holds several, of which one is planned. */
    costPrice: octas.nullable(),
    /** Lowest price of others in its collection. */
    floorPrice: octas.nullable(),
    /** The highest floor of its traits; null without one, and where it is not looked up: beyond the most valuable collections. */
    traitFloorPrice: octas.nullable(),
    /** The bid that the plan sells it into, which no other item of the plan takes; null where none is left. */
    sale: bestExit.nullable(),
    /** The price to list it at, and the seller's proceeds there; null without a floor. */
    listing: z.object({ price: octas, netOctas: octas, marketplace: marketplaceId }).nullable(),
    /** Proposal: sell where that brings at least nine tenths of what the listing would, else list, else hold. */
    choice: z.enum(['sell', 'list', 'hold']),
    /** Why it is held: frozen by its creator, all it could bring is below the least share of its cost, or neither bid nor floor. */
    holdReason: z.enum(['frozen', 'below-cost', 'no-market']).nullable(),
  })
export type ExitItem = z.output<typeof exitItem>

/**
 * Plans the sale of what a wallet holds into the open bids: each bid, and each octa of the pools that pay them, is used once. Covers the
 * most valuable items; there is no next page, as its items would compete for the same bids.
 */
export const planWalletExit = defineEndpoint({
  id: 'plan-wallet-exit',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/exit/:wallet',
  summary: 'What a wallet would get for its items now',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    collectionId: addressInput.optional(),
    take: queryInteger(1, MAX_EXIT_ITEMS, MAX_EXIT_ITEMS),
    leastOfCost: queryInteger(0, 1_000, 0).describe(
      'Percent of its cost that an item has to bring to be sold or listed; unknown costs have no least',
    ),
  }),
  body: noBody,
  response: z.object({
    /** Most valuable first, without spam. */
    data: z.array(exitItem),
    /** All that the wallet holds, planned or not. */
    total: z.number().int(),
    /** Octas that the best 1, 2, 3 ... sales of the plan bring together. */
    proceeds: z.array(octas),
  }),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, query: { leastOfCost: 80 } },
})
