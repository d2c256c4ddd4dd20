import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { collection } from '../shapes/collection.ts'
import { collectionSortBy, sortOrder } from '../shapes/collection-sort.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'
import { wash } from '../shapes/wash.ts'

/** The collections that the signed-in wallet keeps as favourites: nobody else is shown them. @source spec 000, section 8 "Sorted favourite fetch: empty list" */
export const listFavouriteCollections = defineEndpoint({
  id: 'list-favourite-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/',
  summary: "A wallet's favourite collections, ranked by a figure",
  tag: 'Collections',
  params: nothing,
  query: z.strictObject({
    ...pageQuery(50, 100),
    walletAddress: addressInput.describe('Must be the signed-in wallet'),
    sortBy: collectionSortBy.optional(),
    order: sortOrder.optional(),
    wash,
  }),
  body: noBody,
  response: pageOf(collection),
  access: 'wallet',
  errors: ['invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { query: { walletAddress: EXAMPLE.signer } },
})
