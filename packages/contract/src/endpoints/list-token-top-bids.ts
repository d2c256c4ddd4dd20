import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { tokenTopBid } from '../shapes/bid.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'
import { tokenDataIdsInput } from '../shapes/token-ids.ts'

/**
 * The best live offer on each of some tokens, in the order asked for.
 * @source spec 001, sections 4 "Top-bid queries exclude the user's own offers", 7 and 8 "null bids"
 */
export const listTokenTopBids = defineEndpoint({
  id: 'list-token-top-bids',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/collection/biddings/tokens/top',
  summary: 'Best bids of some tokens',
  tag: 'Bids',
  params: nothing,
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own offers are left out') }),
  body: tokenDataIdsInput,
  response: z.object({ data: z.array(tokenTopBid) }),
  errors: [],
  failure: { value: null },
  example: { body: [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId] },
})
