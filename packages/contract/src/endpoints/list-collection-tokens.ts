import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { addressInput, noBody, queryInteger } from '../shapes/scalars.ts'
import { token } from '../shapes/token.ts'
import { tokenFilterQuery } from '../shapes/token-filter.ts'
import { TOKEN_SORTS, type TokenSort } from '../shapes/token-sort.ts'

export { TOKEN_SORTS, type TokenSort }

/** One page of a collection's tokens. */
export const listCollectionTokens = defineEndpoint({
  id: 'list-collection-tokens',
  bases: ['main'],
  method: 'GET',
  path: '/collection/:id/nfts',
  summary: "A page of a collection's tokens",
  tag: 'Tokens',
  params: z.strictObject({ id: z.string().min(1).max(200).describe('Collection id, with or without 0x, or slug') }),
  query: z.strictObject({
    ...tokenFilterQuery,
    tokenId: addressInput.optional().describe('Only this token'),
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
    sort: z.enum(TOKEN_SORTS).default('price_asc'),
  }),
  body: noBody,
  response: pageOf(token).extend({
    /** Tokens in the collection that match, counted up to 10,000. */
    total: z.number().int(),
  }),
  errors: ['collection-not-found', 'invalid-cursor', 'collection-too-large'],
  example: { params: { id: EXAMPLE.collectionId }, query: { page: 1, limit: 50, nftType: 'ALL' } },
})
