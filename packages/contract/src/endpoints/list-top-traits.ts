import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, addressInput, nothing, octas } from '../shapes/scalars.ts'
import { tokenDataIdsInput } from '../shapes/token-ids.ts'

/** The dearest trait of each of some tokens: the one whose tokens cost most at least. @source spec 001, section 7 "POST /collection/nfts/top-trait" */
export const listTopTraits = defineEndpoint({
  id: 'list-top-traits',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/top-trait',
  summary: 'Dearest traits of some tokens',
  tag: 'Tokens',
  params: nothing,
  query: z.strictObject({
    walletAddress: addressInput.optional().describe('Whose own listings are left out of the floors'),
  }),
  body: tokenDataIdsInput,
  response: z.object({
    data: z.array(
      z.object({
        tokenDataId: address,
        /** Null when none of its traits has a floor, or the token is not known. */
        topTrait: z
          .object({ trait_type: z.string(), value: z.string(), count: z.number().int(), floorPrice: octas })
          .nullable(),
      }),
    ),
  }),
  errors: [],
  failure: { value: { data: [] } },
  example: { body: [EXAMPLE.tokenDataId] },
})
