import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'

/** Where a token stands in its collection by rarity. @source spec 000, sections 7 and 9 "TOP percent of supply" */
export const getRarityPercent = defineEndpoint({
  id: 'get-rarity-percent',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/nfts/:id/rarity-percent',
  summary: "A token's rarity as percent of supply",
  tag: 'Tokens',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: nothing,
  body: noBody,
  response: z.object({
    rank: z.number().int().nullable(),
    supply: z.number().int(),
    /** rank of supply, in percent with two decimals; null without a rank. */
    percent: z.number().nullable(),
  }),
  errors: ['token-not-found'],
  failure: { value: { rank: null, supply: 0, percent: null } },
  example: { params: { id: EXAMPLE.tokenDataId } },
})
