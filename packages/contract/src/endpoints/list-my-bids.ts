import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { bidItem } from '../shapes/bid.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { addressInput, noBody, nothing, queryInteger } from '../shapes/scalars.ts'

/** The same as `list-user-bids`, with the wallet in the query. @source spec 001, section 7 "Collections, tokens and prices" */
export const listMyBids = defineEndpoint({
  id: 'list-my-bids',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/myBiddings',
  summary: "A wallet's offers, made or received",
  tag: 'Portfolio',
  params: nothing,
  query: z.strictObject({
    walletAddress: addressInput,
    collectionId: addressInput.optional(),
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
    type: z.enum(['made', 'received']).default('made'),
  }),
  body: noBody,
  response: pageOf(bidItem),
  errors: ['invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { query: { walletAddress: EXAMPLE.buyer } },
})
