import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { addressInput, expiryInput, marketplaceId, octasInput, u64Input, wholeNumber } from '../shapes/scalars.ts'
import { MIN_PRICE_LABEL } from './selling.ts'
import { editionInput, signer, TRADE_CALL, tradeItems } from './trade.ts'

const bidExpiry = expiryInput.describe(
  'Unix seconds, decimal string; before the year 5138. Not sent to a marketplace whose bids do not expire (`bidsExpire` of `GET /networks/current`)',
)

/** Builds the unsigned transaction that bids on one token. @source docs/product/bids.md#offer-price */
export const buildTokenBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-token-bid',
  path: '/collection/bid/nft',
  summary: 'Payload that bids on a token',
  body: z.strictObject({
    walletAddress: signer,
    tokenDataId: addressInput,
    propertyVersion: u64Input
      .optional()
      .describe('Edition of a v1 token that is bid on; default: the one of its largest holder'),
    price: octasInput.describe(`Octas; ${MIN_PRICE_LABEL}, below the floor`),
    aboveFloor: z.boolean().default(false).describe('Lets the price be at or above the floor, for rare tokens'),
    expirationTime: bidExpiry,
    marketplace: marketplaceId.optional().describe('Default: the native marketplace'),
  }),
  errors: ['token-not-found'],
  example: {
    body: {
      walletAddress: EXAMPLE.buyer,
      tokenDataId: EXAMPLE.listedTokenDataId,
      price: '120000000',
      expirationTime: '4102444800',
    },
  },
})

/** Builds the unsigned transaction that bids on any token of a collection. @source docs/product/bids.md#offer-price */
export const buildCollectionBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-collection-bid',
  path: '/collection/bid',
  summary: 'Payload that bids on a collection',
  body: z.strictObject({
    walletAddress: signer,
    collectionId: addressInput,
    price: octasInput.describe(`Octas per token; ${MIN_PRICE_LABEL}, below the floor`),
    size: wholeNumber(1, 10_000).default(1).describe('Items wanted'),
    expirationTime: bidExpiry,
    marketplace: marketplaceId.optional().describe('Default: the native marketplace'),
  }),
  errors: ['collection-not-found'],
  example: {
    body: {
      walletAddress: EXAMPLE.buyer,
      collectionId: EXAMPLE.collectionId,
      price: '120000000',
      size: 2,
      expirationTime: '4102444800',
    },
  },
})

/**
 * Builds the unsigned transaction that sells tokens into bids: the named one, else the one that brings most after fee and
 * royalty, whether it is for this token or for any of its collection. @source docs/product/bids.md#instant-sell
 */
export const buildAcceptBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-accept-bid',
  path: '/collection/bid/nft/accept',
  summary: 'Payload that sells tokens into bids',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      marketplace: marketplaceId.optional(),
      offerId: z.string().min(1).max(200).optional(),
      minPrice: octasInput.optional().describe('Refuse the item when the bid is lower now'),
      propertyVersion: editionInput,
    }),
  }),
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.tokenDataId }] } },
})

/** Builds the unsigned transaction that cancels own bids at any marketplaces, run-out ones included, and unlocks what they held. */
export const buildCancelBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-cancel-bid',
  path: '/collection/bid/cancel',
  summary: 'Payload that cancels bids',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      marketplace: marketplaceId,
      offerId: z.string().min(1).max(200),
      tokenBid: z.boolean().optional().describe('Which is meant where an id names a bid of either kind'),
    }),
  }),
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.buyer, items: [{ marketplace: 'opal', offerId: `0x${'4'.repeat(64)}` }] },
  },
})
