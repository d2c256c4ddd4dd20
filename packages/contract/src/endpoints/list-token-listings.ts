import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { listing } from '../shapes/listing.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { addressInput, noBody, queryInteger } from '../shapes/scalars.ts'

/** Every open listing of a token on every marketplace, cheapest first, also those that cannot be bought (see validity). */
export const listTokenListings = defineEndpoint({
  id: 'list-token-listings',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/tokens/listings/:tokenDataId',
  summary: "A token's open listings",
  tag: 'Tokens',
  params: z.strictObject({ tokenDataId: addressInput }),
  query: z.strictObject({ take: queryInteger(1, 100, 50), cursor: cursor.optional() }),
  body: noBody,
  response: pageOf(listing),
  errors: ['invalid-cursor'],
  example: { params: { tokenDataId: EXAMPLE.listedTokenDataId } },
})
