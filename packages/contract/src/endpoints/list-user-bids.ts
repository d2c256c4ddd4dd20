import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { bidItem } from '../shapes/bid.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/**
 * Open offers a wallet made, run-out ones included, or live ones it could take with what it holds; newest first.
 * @source spec 001, section 7 "Portfolio"
 */
export const listUserBids = defineEndpoint({
  id: 'list-user-bids',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/biddings/:wallet',
  summary: "A wallet's offers, made or received",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    ...pageQuery(50, 100),
    walletAddress: addressInput.optional().describe('The same as in the path'),
    collectionId: addressInput.optional(),
    type: z.enum(['made', 'received']).default('made'),
  }),
  body: noBody,
  response: pageOf(bidItem),
  errors: ['invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { wallet: EXAMPLE.buyer }, query: { page: 1, take: 50 } },
})
