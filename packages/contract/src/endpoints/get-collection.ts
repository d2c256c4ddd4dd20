import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { collectionDetail } from '../shapes/collection.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'
import { wash } from '../shapes/wash.ts'

/**
 * One collection. Addresses are normalised before they are looked up, so an id is found with and without its 0x prefix;
 * a slug is found too.
 * @source spec 000, sections 5 "retried without the prefix" and 7 "a failure becomes null"
 */
export const getCollection = defineEndpoint({
  id: 'get-collection',
  bases: ['main'],
  method: 'GET',
  path: '/collection/:id',
  summary: 'One collection by id or slug',
  tag: 'Collections',
  params: z.strictObject({ id: z.string().min(1).max(200).describe('Collection id, with or without 0x, or slug') }),
  query: z.strictObject({
    walletAddress: addressInput
      .optional()
      .describe('Marks the favourites of this wallet, when it is the signed-in one'),
    wash,
  }),
  body: noBody,
  response: collectionDetail,
  errors: ['collection-not-found'],
  failure: { value: null },
  example: { params: { id: EXAMPLE.collectionId } },
})
