import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, addressInput, noBody, nothing } from '../shapes/scalars.ts'

/** Ids of the collections of which a wallet has something for sale, most valuable first, at most 1,000. @source spec 001, section 7 */
export const listMyListedCollections = defineEndpoint({
  id: 'list-my-listed-collections',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/mycollectionIds/listed/:wallet',
  summary: 'Collections of which a wallet has listings',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: nothing,
  body: noBody,
  response: z.object({ data: z.array(address) }),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner } },
})
