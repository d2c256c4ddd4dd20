import * as z from 'zod'
import { SHARE_CARD } from './constants/share-card-url.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import { addressInput, collectionRef, noBody } from './shapes/scalars.ts'

/** The bytes of an image, sent as they are. */
const shareCardImage = z.string().meta({ contentMediaType: 'image/png', description: 'An image of 1200 x 630 pixels' })

/**
 * The Open Graph image of a collection: its art, name, floor, top bid, owners and items. Redrawn when one of them
 * changes.
 */
export const getCollectionCard = defineEndpoint({
  id: 'get-collection-card',
  bases: ['root'],
  method: 'GET',
  path: '/media/card/collection/:id',
  summary: 'The image that a link to a collection is shown with (PNG, 1200 x 630)',
  tag: 'Media',
  params: z.strictObject({ id: collectionRef }),
  query: z.strictObject({}),
  body: noBody,
  response: shareCardImage,
  produces: SHARE_CARD.type,
  errors: ['collection-not-found'],
  example: { params: { id: EXAMPLE.collectionId } },
})

/**
 * The Open Graph image of a token: its art, name, price, top bid, the collection's floor and owners. Redrawn when
 * one of them changes.
 */
export const getTokenCard = defineEndpoint({
  id: 'get-token-card',
  bases: ['root'],
  method: 'GET',
  path: '/media/card/token/:id',
  summary: 'The image that a link to a token is shown with (PNG, 1200 x 630)',
  tag: 'Media',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: z.strictObject({}),
  body: noBody,
  response: shareCardImage,
  produces: SHARE_CARD.type,
  errors: ['token-not-found'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})
