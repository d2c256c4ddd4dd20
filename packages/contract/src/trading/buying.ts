import * as z from 'zod'
import { MAX_TRADE_ITEMS } from '../constants/trade-limits.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { addressInput, marketplaceId, octas, octasInput, u64Input } from '../shapes/scalars.ts'
import { tokenFilterBody } from '../tokens/token-filter.ts'
import { signer, TRADE_CALL, tradeAnswer, tradeItems } from './trade.ts'

/** Builds the unsigned transaction that buys one or many listed tokens, with the price itemised. */
export const buildBuy = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-buy',
  path: '/collection/nfts/buy',
  summary: 'Payload that buys listed tokens',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      marketplace: marketplaceId.optional(),
      listingId: z.string().max(200).optional().describe('Default: the cheapest listing that can be bought'),
      propertyVersion: u64Input.optional().describe('Edition of a v1 token to buy; default: any. "0" for v2 tokens'),
      maxPrice: octasInput.optional().describe('Refuse the item when it costs more now'),
    }),
    bestEffort: z.boolean().optional().describe('Buy what is still there instead of all or nothing'),
  }),
  errors: ['not-offered'],
  example: { body: { walletAddress: EXAMPLE.buyer, items: [{ tokenDataId: EXAMPLE.listedTokenDataId }] } },
})

/**
 * Builds the unsigned transaction that buys the cheapest tokens of a collection that match a filter, on any marketplace: the
 * requested number, or what the budget pays for, or what one transaction carries, whichever is least. Prices include the
 * marketplace's fee and the royalty; the network fee comes on top of budget and prices. Own listings are left out.
 */
export const buildSweep = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-sweep',
  path: '/collection/nfts/sweep',
  summary: 'Payload that buys the cheapest tokens of a collection',
  body: z
    .strictObject({
      walletAddress: signer,
      collectionId: addressInput,
      count: z.number().int().min(1).max(MAX_TRADE_ITEMS).optional().describe('Most tokens to buy'),
      budget: octasInput.optional().describe('Most octas to spend on prices together'),
      maxPrice: octasInput.optional().describe('Most octas to spend on one token'),
      bestEffort: z.boolean().optional().describe('Buy what is still there instead of all or nothing'),
      filter: tokenFilterBody
        .optional()
        .describe('Only tokens that `list-collection-tokens` answers with this filter, at prices within it'),
      exclude: z
        .strictObject({
          tokenDataIds: z.array(addressInput).max(100).optional(),
          marketplaces: z.array(marketplaceId).max(20).optional(),
        })
        .optional(),
    })
    .refine(
      ({ count, budget, maxPrice }) => count ?? budget ?? maxPrice,
      'expected a count, a budget or a highest price',
    ),
  response: tradeAnswer.extend({
    /**
     * Costs of the cheapest tokens: entry n - 1 is for n tokens, up to one transaction's limit. Count and budget
     * do not shorten it; highest price and exclusions do.
     */
    curve: z.array(z.object({ count: z.number().int(), costOctas: octas })),
  }),
  errors: ['collection-not-found', 'collection-too-large'],
  example: { body: { walletAddress: EXAMPLE.buyer, collectionId: EXAMPLE.collectionId, budget: '500000000' } },
})
