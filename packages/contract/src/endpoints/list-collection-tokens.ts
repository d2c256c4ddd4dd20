import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { addressInput, marketplaceId, noBody, octasInput, queryInteger } from '../shapes/scalars.ts'
import { token } from '../shapes/token.ts'
import { TOKEN_SORTS, type TokenSort } from '../shapes/token-sort.ts'
import { attributesInput } from '../shapes/trait.ts'

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
    name: z
      .string()
      .max(80)
      .optional()
      .describe('Regular expression on the name, case-insensitive; an invalid one matches literally'),
    tokenId: addressInput.optional().describe('Only this token'),
    creatorAddress: addressInput.optional(),
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
    priceTop: octasInput.optional().describe('Listed at this many octas at most; leaves unlisted tokens out'),
    priceBottom: octasInput.optional().describe('Listed at this many octas at least; leaves unlisted tokens out'),
    rarityTop: queryInteger(0, 10_000_000, 0).describe('Rank at most; 0 for no limit'),
    rarityBottom: queryInteger(0, 10_000_000, 0).describe('Rank at least; 0 for no limit'),
    attributes: attributesInput.optional(),
    nftType: z.enum(['ALL', 'LISTED', 'UNLISTED']).optional().describe('Default ALL'),
    marketplace: marketplaceId.optional().describe('Only tokens listed there'),
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
