import * as z from 'zod'
import { HELD_TOKENS_SORTS } from './constants/held-tokens-sorts.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import { listing } from './shapes/orders.ts'
import {
  addressInput,
  emptyObject,
  itemCount,
  limitQuery,
  marketplaceId,
  micros,
  noBody,
  octas,
  oneOrMany,
  pageOf,
  pageQuery,
  setHash,
  u64,
  u64Input,
} from './shapes/scalars.ts'
import { token } from './tokens.ts'

/** Query members of a sorted portfolio. Tokens without the value come last in either order. */
const heldTokensSort = {
  sortBy: z.enum(HELD_TOKENS_SORTS).default('collection'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

/** Whether collections that are shown apart (`isSpam`) belong to a response. */
export const spamChoice = z
  .enum(['include', 'hide', 'only'])
  .default('include')
  .describe('Unsolicited tokens without trades: with the rest, left out, or alone')

/**
 * The marketplace at which selling one of a token now brings most, and the seller's proceeds. `net + commission +
 * royalty = price`.
 */
export const bestExit = z.object({
  netOctas: octas,
  priceOctas: octas,
  commissionOctas: octas,
  royaltyOctas: octas,
  marketplace: marketplaceId,
  offerId: z.string(),
  /** The offer is for this very token, not for any of its collection. */
  tokenBid: z.boolean(),
  /** Root of the set of tokens that the offer is for; null for any other. */
  setRoot: setHash.nullable(),
  /** Items that can be sold into the offer now, of the token or of others. */
  fillable: u64,
})
export type BestExit = z.output<typeof bestExit>

/**
 * A token for its holder: `listedPrice`, `marketplace` and `listingId` are those of the holder's cheapest listing that can be
 * bought, else of the cheapest on a marketplace that is closed to buying.
 * @source docs/product/portfolio-and-pnl.md#portfolio-token
 */
export const portfolioToken = token.extend({
  /** Tokens of its collection. */
  collectionSupply: z.number().int(),
  /** Number of items that the wallet holds, of this edition. */
  held: itemCount,
  /** Editions of the token that the wallet holds, each a row of its own; more than one for v1 tokens alone. Beyond a hundred not all are counted. */
  editionsHeld: z.number().int(),
  /** Octas paid for those of known cost; null when it is not known of any. */
  costPrice: octas.nullable(),
  /** Octas of one item, before fees; null without a market. @source docs/product/portfolio-and-pnl.md#estimate */
  estimatedPrice: octas.nullable(),
  /** Octas of all that are held, with their share of the items that count; null without a market. @source docs/product/portfolio-and-pnl.md#estimate */
  estimatedValue: octas.nullable(),
  /** When the newest of them was acquired. */
  acquiredAtMicros: micros.nullable(),
  /** The wallet's own open listings of it, on every marketplace. */
  ownListings: z.array(listing),
  /** Null without bids. Each token is evaluated by itself: two may name one offer that wants a single token. */
  bestExit: bestExit.nullable(),
})
export type PortfolioToken = z.output<typeof portfolioToken>

/** Tokens a wallet owns; what it has in a listing's escrow is still its own. */
export const listUserTokens = defineEndpoint({
  id: 'list-user-tokens',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/tokens/:wallet',
  summary: 'Tokens of a wallet, escrowed ones included',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    ...pageQuery(50, 100),
    ...heldTokensSort,
    collectionId: addressInput.optional(),
    type: z.enum(['all', 'listed', 'unlisted', 'non_listed']).default('all').describe('non_listed: as unlisted'),
    marketplace: oneOrMany(marketplaceId, 20)
      .optional()
      .describe('Only what is listed there, also where nothing can be bought any more; may be repeated'),
    spam: spamChoice,
    tokenDataId: oneOrMany(addressInput, 50).optional().describe('Only these; may be repeated'),
    propertyVersion: u64Input.optional().describe('Only this edition'),
  }),
  body: noBody,
  response: pageOf(portfolioToken).extend({
    /** All that match, over all pages. */
    total: z.number().int(),
  }),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner }, query: { page: 1, take: 50, sortBy: 'name', order: 'asc' } },
})

/** The same as `list-user-tokens`, with the wallet in the query. @source docs/product/portfolio-and-pnl.md#holdings */
export const listMyTokens = defineEndpoint({
  id: 'list-my-tokens',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/myCollections/nfts',
  summary: 'Tokens of a wallet',
  tag: 'Portfolio',
  params: emptyObject,
  query: z.strictObject({
    ...heldTokensSort,
    walletAddress: addressInput,
    nftType: z.enum(['ALL', 'LISTED', 'UNLISTED']).default('ALL'),
    type: z.enum(['listed', 'non_listed']).optional().describe('Wins over nftType'),
    collectionId: addressInput.optional(),
    ...limitQuery,
  }),
  body: noBody,
  response: pageOf(portfolioToken).extend({
    /** All that match, over all pages. */
    total: z.number().int(),
  }),
  errors: ['invalid-cursor'],
  example: { query: { walletAddress: EXAMPLE.owner } },
})

/**
 * Numbers of a wallet's listings by marketplace.
 * @source docs/product/portfolio-and-pnl.md#listings-by-marketplace
 */
export const countUserListings = defineEndpoint({
  id: 'count-user-listings',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/tokens/listed/:wallet/count',
  summary: "A wallet's listings by marketplace",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: emptyObject,
  body: noBody,
  response: z.object({ data: z.array(z.object({ marketplace: marketplaceId, listedCount: z.number().int() })) }),
  errors: [],
  failure: { value: { data: [] } },
  example: { params: { wallet: EXAMPLE.owner } },
})
