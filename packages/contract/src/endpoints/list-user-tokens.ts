import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'
import { token } from '../shapes/token.ts'

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
    collectionId: addressInput.optional(),
    type: z.enum(['all', 'listed', 'unlisted']).default('all'),
  }),
  body: noBody,
  response: pageOf(token).extend({
    /** All that match, over all pages. */
    total: z.number().int(),
  }),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner }, query: { page: 1, take: 50 } },
})
