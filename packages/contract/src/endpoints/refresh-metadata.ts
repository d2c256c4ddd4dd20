import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { metadataState } from '../shapes/metadata-state.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'

/**
 * Asks that a token's metadata be fetched again. One document is fetched at most once a minute, whoever asks; the answer
 * says how it stands either way. @source spec 000, section 7
 */
export const refreshMetadata = defineEndpoint({
  id: 'refresh-metadata',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/:id/refresh',
  summary: "Fetch a token's metadata again",
  tag: 'Tokens',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: nothing,
  body: nothing,
  response: metadataState,
  errors: ['token-not-found'],
  example: { params: { id: EXAMPLE.tokenDataId }, body: {} },
})
