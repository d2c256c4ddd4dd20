import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { tokenTopBid } from '../shapes/bid.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/**
 * The best live offer on one token.
 * @source spec 001, sections 4 "Top-bid queries exclude the user's own offers" and 7 "Bids"
 */
export const getTokenTopBid = defineEndpoint({
  id: 'get-token-top-bid',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/tokens/top/:tokenDataId',
  summary: 'Best bid of a token',
  tag: 'Bids',
  params: z.strictObject({ tokenDataId: addressInput }),
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own offers are left out') }),
  body: noBody,
  response: tokenTopBid,
  errors: [],
  failure: { value: null },
  example: { params: { tokenDataId: EXAMPLE.tokenDataId } },
})
