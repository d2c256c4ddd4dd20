import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { heldTokensSort } from '../shapes/held-tokens-sort.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { spamChoice } from '../shapes/portfolio.ts'
import { portfolioToken } from '../shapes/portfolio-token.ts'
import { addressInput, marketplaceId, noBody } from '../shapes/scalars.ts'

const marketplaces = z
  .union([marketplaceId, z.array(marketplaceId).max(20)])
  .transform((ids) => (Array.isArray(ids) ? ids : [ids]))

const someTokens = z
  .union([addressInput, z.array(addressInput).max(50)])
  .transform((ids) => (Array.isArray(ids) ? ids : [ids]))

/** Tokens a wallet owns; what it has in a listing's escrow is still its own. @source spec 001, section 7 "Portfolio" */
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
    marketplace: marketplaces
      .optional()
      .describe('Only what is listed there, also where nothing can be bought any more; may be repeated'),
    spam: spamChoice,
    tokenDataId: someTokens.optional().describe('Only these; may be repeated'),
  }),
  body: noBody,
  response: pageOf(portfolioToken).extend({
    /** All that match, over all pages. */
    total: z.number().int(),
  }),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner }, query: { page: 1, take: 50, sortBy: 'name', order: 'asc' } },
})
