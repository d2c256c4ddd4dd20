import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, addressInput, nothing } from '../shapes/scalars.ts'

/** Stars a collection for the signed-in wallet, or takes the star away. @source spec 000, section 7 */
export const setFavourite = defineEndpoint({
  id: 'set-favourite',
  bases: ['aggregator'],
  method: 'POST',
  path: '/user/collections/favourite',
  summary: 'Star a collection, or take the star away',
  tag: 'Users',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput.optional().describe('Must be the signed-in wallet; the default'),
    collectionId: addressInput,
    delete: z.boolean().default(false),
  }),
  response: z.object({ collectionId: address, favorite: z.boolean() }),
  access: 'wallet',
  errors: ['collection-not-found', 'too-many-favourites', 'node-unavailable'],
  example: { body: { walletAddress: EXAMPLE.signer, collectionId: EXAMPLE.collectionId } },
})
