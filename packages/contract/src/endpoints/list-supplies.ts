import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, addressInput, nothing } from '../shapes/scalars.ts'

/** Supply and number of owners of some collections; unknown ones are left out. @source spec 000, section 7 */
export const listSupplies = defineEndpoint({
  id: 'list-supplies',
  bases: ['aggregator'],
  method: 'POST',
  path: '/collection/supply-and-holders',
  summary: 'Supply and owners of collections',
  tag: 'Collections',
  params: nothing,
  query: nothing,
  body: z.strictObject({ collectionIds: z.array(addressInput).min(1).max(100) }),
  response: z.object({
    data: z.array(z.object({ collectionId: address, supply: z.number().int(), holders: z.number().int() })),
  }),
  errors: [],
  failure: { value: { data: [] } },
  example: { body: { collectionIds: [EXAMPLE.collectionId] } },
})
