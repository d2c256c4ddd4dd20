import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { listing } from '../shapes/orders.ts'
import {
  address,
  addressInput,
  collectionRef,
  cursor,
  emptyObject,
  micros,
  noBody,
  octas,
  pageOf,
  queryInteger,
  tokenDataIdsInput,
} from '../shapes/scalars.ts'
import { token } from '../tokens.ts'

/** A token's cheapest listing that can be bought; null when there is none. @source docs/product/api.md#values-in-place-of-failures */
export const getTokenListing = defineEndpoint({
  id: 'get-token-listing',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/:collectionId/token-listing/:tokenDataId',
  summary: "A token's cheapest listing",
  tag: 'Tokens',
  cache: 'shared',
  params: z.strictObject({ collectionId: addressInput, tokenDataId: addressInput }),
  query: emptyObject,
  body: noBody,
  response: listing.nullable(),
  errors: ['token-not-found'],
  failure: { value: null },
  example: { params: { collectionId: EXAMPLE.collectionId, tokenDataId: EXAMPLE.listedTokenDataId } },
})

/** A collection's floor, the token that makes it, and its usual floor; null while nothing is for sale. */
export const getFloorListing = defineEndpoint({
  id: 'get-floor-listing',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/nfts/floor',
  summary: "A collection's floor",
  tag: 'Tokens',
  params: z.strictObject({ id: collectionRef }),
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own listings are left out') }),
  body: noBody,
  response: z.object({
    floorPrice: octas.nullable(),
    /** The lowest price that has lasted ten minutes and goes on; null without one. @source docs/product/collections.md#usual-floor */
    usualFloorPrice: octas.nullable(),
    token: token.nullable(),
  }),
  errors: ['collection-not-found'],
  failure: { value: { floorPrice: null, usualFloorPrice: null, token: null } },
  example: { params: { id: EXAMPLE.collectionId } },
})

/** Every open listing of a token on every marketplace, cheapest first, also those that cannot be bought (see validity). */
export const listTokenListings = defineEndpoint({
  id: 'list-token-listings',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/tokens/listings/:tokenDataId',
  summary: "A token's open listings",
  tag: 'Tokens',
  cache: 'shared',
  params: z.strictObject({ tokenDataId: addressInput }),
  query: z.strictObject({ take: queryInteger(1, 100, 50), cursor: cursor.optional() }),
  body: noBody,
  response: pageOf(listing),
  errors: ['invalid-cursor'],
  example: { params: { tokenDataId: EXAMPLE.listedTokenDataId } },
})

/** Last sale prices of some tokens, in the requested order. */
export const listLastSales = defineEndpoint({
  id: 'list-last-sales',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/collection/tokens/last-sale',
  summary: 'Last sales of some tokens',
  tag: 'Tokens',
  cache: 'shared',
  params: emptyObject,
  query: emptyObject,
  body: tokenDataIdsInput,
  response: z.object({
    data: z.array(
      z.object({ tokenDataId: address, lastSalePrice: octas.nullable(), lastSaleAtMicros: micros.nullable() }),
    ),
  }),
  errors: [],
  example: { body: [EXAMPLE.tokenDataId] },
})
