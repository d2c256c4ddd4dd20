import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, noBody, nothing } from '../shapes/scalars.ts'

/** A collection's royalty in percent; 0 when it has none. @source spec 001, sections 7 and 8 "Royalty failure: 0" */
export const getRoyalty = defineEndpoint({
  id: 'get-royalty',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/royalty/:collection_id',
  summary: "A collection's royalty",
  tag: 'Collections',
  params: z.strictObject({ collection_id: z.string().min(1).max(200) }),
  query: nothing,
  body: noBody,
  response: z.object({ royalty: z.number().nonnegative(), payee: address.nullable() }),
  errors: ['collection-not-found'],
  failure: { value: { royalty: 0, payee: null } },
  example: { params: { collection_id: EXAMPLE.collectionId } },
})
