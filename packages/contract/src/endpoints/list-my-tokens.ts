import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { heldTokensSort } from '../shapes/held-tokens-sort.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { portfolioToken } from '../shapes/portfolio-token.ts'
import { addressInput, noBody, nothing, queryInteger } from '../shapes/scalars.ts'

/** The same as `list-user-tokens`, with the wallet in the query. @source spec 001, sections 3 "Portfolio parameters" and 7 */
export const listMyTokens = defineEndpoint({
  id: 'list-my-tokens',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/myCollections/nfts',
  summary: 'Tokens of a wallet',
  tag: 'Portfolio',
  params: nothing,
  query: z.strictObject({
    ...heldTokensSort,
    walletAddress: addressInput,
    nftType: z.enum(['ALL', 'LISTED', 'UNLISTED']).default('ALL'),
    type: z.enum(['listed', 'non_listed']).optional().describe('Wins over nftType'),
    collectionId: addressInput.optional(),
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(portfolioToken).extend({
    /** All that match, over all pages. */
    total: z.number().int(),
  }),
  errors: ['invalid-cursor'],
  example: { query: { walletAddress: EXAMPLE.owner } },
})
