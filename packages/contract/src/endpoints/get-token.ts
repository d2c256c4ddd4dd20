import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'
import { tokenDetail } from '../shapes/token.ts'

/** One token with its attributes and every open order on every marketplace. */
export const getToken = defineEndpoint({
  id: 'get-token',
  bases: ['main'],
  method: 'GET',
  path: '/collection/nfts/:id',
  summary: 'One token',
  tag: 'Tokens',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: z.strictObject({}),
  body: noBody,
  response: tokenDetail,
  errors: ['token-not-found'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})
