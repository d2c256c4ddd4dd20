import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { noBody, u64 } from '../shapes/scalars.ts'
import { wallet } from '../shapes/wallet.ts'

/** Who owns a collection's tokens, most first; what is in a listing's escrow is its seller's. @source spec 000, section 7 */
export const listCollectionOwners = defineEndpoint({
  id: 'list-collection-owners',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/owners/:name',
  summary: "A collection's owners",
  tag: 'Collections',
  params: z.strictObject({ name: z.string().min(1).max(200).describe('Slug, collection id, or exact name') }),
  query: z.strictObject(pageQuery(50, 100)),
  body: noBody,
  response: pageOf(z.object({ owner: wallet, held: u64 })).extend({
    /** Over all pages. */
    total: z.number().int(),
  }),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { params: { name: EXAMPLE.collectionId } },
})
