import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'
import { shareCardPicture } from '../shapes/share-card.ts'
import { SHARE_CARD } from '../share-card-url.ts'

/** The Open Graph picture of a token: its art, name, price, top bid, the collection's floor and owners. Made anew when one of them changes. */
export const getTokenCard = defineEndpoint({
  id: 'get-token-card',
  bases: ['root'],
  method: 'GET',
  path: '/media/card/token/:id',
  summary: 'The picture that a link to a token is shown with (PNG, 1200 x 630)',
  tag: 'Media',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: z.strictObject({}),
  body: noBody,
  response: shareCardPicture,
  produces: SHARE_CARD.type,
  errors: ['token-not-found'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})
