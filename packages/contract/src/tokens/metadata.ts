import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { addressInput, emptyObject, micros, noBody } from '../shapes/scalars.ts'

/** State of a token's off-chain metadata. */
const metadataState = z.object({
  status: z.enum(['pending', 'ready', 'failed']).describe('Pending: it waits to be fetched, or is being fetched'),
  ahead: z.number().int().min(0).describe('Documents that are due before it, counted up to 10,000'),
  fetchedAtMicros: micros.nullable().describe('When it was last fetched; null when never'),
  error: z.string().nullable().describe('Why the last fetch failed'),
})
export type MetadataState = z.infer<typeof metadataState>

const uri = z.string().min(1).max(2048)

/** A token's metadata, and the image that it names according to the caller. */
export const namedImage = z.strictObject({ tokenUri: uri, imageUri: uri })

/** Addresses of a token's metadata and of the image that it names. */
export const tokenImage = z.object({ tokenUri: z.string(), imageUri: z.string() })

/** Metadata of the API's test market. */
const EXAMPLE_IMAGE = { tokenUri: 'ipfs://cid/0.json', imageUri: 'ipfs://cid/0.svg' } as const

/** State of a token's metadata: when it was fetched, whether it is queued, and how many are ahead. */
export const getMetadataState = defineEndpoint({
  id: 'get-metadata-state',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/nfts/:id/refresh',
  summary: "State of a token's metadata",
  tag: 'Tokens',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: emptyObject,
  body: noBody,
  response: metadataState,
  errors: ['token-not-found'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})

/**
 * Requests a new fetch of a token's metadata. One document is fetched at most once a minute, over all callers, and one
 * that could not be had is tried once more, not as often as a new one; the response has the current state either way.
 */
export const refreshMetadata = defineEndpoint({
  id: 'refresh-metadata',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/:id/refresh',
  summary: "Fetch a token's metadata again",
  tag: 'Tokens',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: emptyObject,
  body: emptyObject,
  response: metadataState,
  errors: ['token-not-found'],
  budget: 'refresh',
  example: { params: { id: EXAMPLE.tokenDataId }, body: {} },
})

/**
 * Confirms the image of a token. Accepted only if the metadata names it too, so that callers cannot inject images.
 * @source docs/product/tokens-and-filters.md#saved-images
 */
export const saveTokenImage = defineEndpoint({
  id: 'save-token-image',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/collection/tokens/image',
  summary: "Confirm a token's image",
  tag: 'Tokens',
  params: emptyObject,
  query: emptyObject,
  body: namedImage,
  response: tokenImage,
  errors: ['image-not-named'],
  example: { body: EXAMPLE_IMAGE },
})

/** Names the image of a token's metadata; the older form of `saveTokenImage`. */
export const updateTokenImage = defineEndpoint({ ...saveTokenImage, id: 'update-token-image', method: 'PATCH' })
