import * as z from 'zod'
import { wash } from '../activities.ts'
import { collection, collectionSortBy, sortOrder, sparklineWindow } from '../collections.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { address, addressInput, emptyObject, noBody, pageOf, pageQuery } from '../shapes/scalars.ts'

/**
 * Favorite collections of the signed-in wallet; private to it.
 * @source docs/product/collections.md#favourites-that-cannot-be-fetched
 */
export const listFavouriteCollections = defineEndpoint({
  id: 'list-favourite-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/',
  summary: "A wallet's favorite collections, ranked by a metric",
  tag: 'Collections',
  params: emptyObject,
  query: z.strictObject({
    ...pageQuery(50, 100),
    walletAddress: addressInput.describe('Must be the signed-in wallet'),
    sortBy: collectionSortBy.optional(),
    order: sortOrder.optional(),
    window: sparklineWindow,
    wash,
  }),
  body: noBody,
  response: pageOf(collection),
  access: 'wallet',
  errors: ['invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { query: { walletAddress: EXAMPLE.signer } },
})

/** Stars a collection for the signed-in wallet, or takes the star away. */
export const setFavourite = defineEndpoint({
  id: 'set-favourite',
  bases: ['aggregator'],
  method: 'POST',
  path: '/user/collections/favourite',
  summary: 'Star a collection, or take the star away',
  tag: 'Users',
  params: emptyObject,
  query: emptyObject,
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

/** Most favourites that a wallet may store. */
export const MAX_FAVOURITES = 2000
/** Most of a wallet that the chain does not know: any key makes one, for nothing. */
export const MAX_UNKNOWN_FAVOURITES = 100

/**
 * Stars many collections at once: what a visitor starred before signing in. Those starred already stay, unknown ones
 * are left out. @source docs/product/collections.md#favourites
 */
export const saveCollections = defineEndpoint({
  id: 'save-collections',
  bases: ['aggregator'],
  method: 'POST',
  path: '/user/save-collections',
  summary: 'Star many collections',
  tag: 'Users',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ collections: z.array(addressInput).min(1).max(500) }),
  response: z.object({ saved: z.array(address) }),
  access: 'wallet',
  errors: ['too-many-favourites', 'node-unavailable'],
  example: { body: { collections: [EXAMPLE.collectionId] } },
})
