import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { metadataState } from '../shapes/metadata-state.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'

/** How it stands with a token's metadata: when it was fetched, whether it waits, and for how many others. */
export const getMetadataState = defineEndpoint({
  id: 'get-metadata-state',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/nfts/:id/refresh',
  summary: "State of a token's metadata",
  tag: 'Tokens',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: nothing,
  body: noBody,
  response: metadataState,
  errors: ['token-not-found'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})
