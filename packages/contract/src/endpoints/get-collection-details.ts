import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { collectionDetail } from '../shapes/collection.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'
import { tokenFigures } from '../shapes/token-figures.ts'

/** A collection, and one of its tokens when it is named. @source spec 000, section 7 */
export const getCollectionDetails = defineEndpoint({
  id: 'get-collection-details',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/details/id',
  summary: 'A collection and one of its tokens',
  tag: 'Collections',
  params: nothing,
  query: z.strictObject({
    collection_id: z.string().min(1).max(200).describe('Collection id, with or without 0x, or slug'),
    token_data_id: addressInput.optional(),
  }),
  body: noBody,
  response: z.object({
    collection: collectionDetail,
    /** Null when none was asked for, or it is not one of this collection. */
    token: tokenFigures.nullable(),
  }),
  errors: ['collection-not-found'],
  example: { query: { collection_id: EXAMPLE.collectionId, token_data_id: EXAMPLE.listedTokenDataId } },
})
