import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { bidLevel } from '../shapes/bid.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { noBody } from '../shapes/scalars.ts'

/** The ladder of a collection's live offers, best price first. @source spec 001, section 7 "Bids" */
export const listCollectionBids = defineEndpoint({
  id: 'list-collection-bids',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/:slug',
  summary: "A collection's bids by price, found by slug or id",
  tag: 'Bids',
  params: z.strictObject({ slug: z.string().min(1).max(200).describe('Slug or collection id') }),
  query: z.strictObject(pageQuery(50, 100)),
  body: noBody,
  response: pageOf(bidLevel),
  errors: ['collection-not-found', 'invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { slug: EXAMPLE.collectionId }, query: { page: 1, take: 50 } },
})
