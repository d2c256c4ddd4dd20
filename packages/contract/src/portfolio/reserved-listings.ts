import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { listing } from '../shapes/orders.ts'
import { addressInput, noBody, pageOf, pageQuery } from '../shapes/scalars.ts'
import { token } from '../tokens.ts'

/** A listing that only one wallet can buy, and the token that it sells. */
const reservedListing = z.object({ token, listing })
export type ReservedListing = z.output<typeof reservedListing>

/** Listings whose seller reserved them for a wallet and that it can buy now, cheapest first. */
export const listReservedListings = defineEndpoint({
  id: 'list-reserved-listings',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/listings/reserved/:wallet',
  summary: 'Listings that only this wallet can buy',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ ...pageQuery(50, 100), collectionId: addressInput.optional() }),
  body: noBody,
  response: pageOf(reservedListing),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.buyer } },
})
