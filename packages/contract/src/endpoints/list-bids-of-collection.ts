import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { bidLevel } from '../shapes/bid.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { noBody } from '../shapes/scalars.ts'

/** The same ladder as `list-collection-bids`, under the collection. @source spec 000, section 7 */
export const listBidsOfCollection = defineEndpoint({
  id: 'list-bids-of-collection',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/biddings',
  summary: "A collection's bids by price",
  tag: 'Bids',
  params: z.strictObject({ id: z.string().min(1).max(200).describe('Collection id, with or without 0x, or slug') }),
  query: z.strictObject(pageQuery(50, 100)),
  body: noBody,
  response: pageOf(bidLevel),
  errors: ['collection-not-found', 'invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { id: EXAMPLE.collectionId } },
})
