import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, noBody, nothing } from '../shapes/scalars.ts'

/** How many listings a wallet has on each marketplace. @source spec 001, sections 3 "Listing count per marketplace" and 7 */
export const countUserListings = defineEndpoint({
  id: 'count-user-listings',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/tokens/listed/:wallet/count',
  summary: "A wallet's listings by marketplace",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: nothing,
  body: noBody,
  response: z.object({ data: z.array(z.object({ marketplace: marketplaceId, listedCount: z.number().int() })) }),
  errors: [],
  failure: { value: { data: [] } },
  example: { params: { wallet: EXAMPLE.owner } },
})
