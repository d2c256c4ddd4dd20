import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'
import { tokenFigures } from '../shapes/token-figures.ts'

/** The figures of a token within its collection. @source spec 001, sections 3 "Token detail" and 7 */
export const getTokenFigures = defineEndpoint({
  id: 'get-token-figures',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/:collectionId/tokens/:tokenDataId',
  summary: "A token's figures",
  tag: 'Tokens',
  params: z.strictObject({ collectionId: addressInput, tokenDataId: addressInput }),
  query: nothing,
  body: noBody,
  response: tokenFigures,
  errors: ['token-not-found'],
  example: { params: { collectionId: EXAMPLE.collectionId, tokenDataId: EXAMPLE.listedTokenDataId } },
})
