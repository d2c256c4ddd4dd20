import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, micros, nothing, octas } from '../shapes/scalars.ts'
import { tokenDataIdsInput } from '../shapes/token-ids.ts'

/** What some tokens were sold for last, in the order asked for. @source spec 001, section 7 */
export const listLastSales = defineEndpoint({
  id: 'list-last-sales',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/collection/tokens/last-sale',
  summary: 'Last sales of some tokens',
  tag: 'Tokens',
  params: nothing,
  query: nothing,
  body: tokenDataIdsInput,
  response: z.object({
    data: z.array(
      z.object({ tokenDataId: address, lastSalePrice: octas.nullable(), lastSaleAtMicros: micros.nullable() }),
    ),
  }),
  errors: [],
  example: { body: [EXAMPLE.tokenDataId] },
})
