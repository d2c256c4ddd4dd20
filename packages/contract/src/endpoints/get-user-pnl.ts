import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { NO_PNL, portfolioPnl } from '../shapes/portfolio.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/** A wallet's holdings, cost and P&L, of one collection or of all. @source spec 001, sections 7 and 8 "PnL failure: zeros" */
export const getUserPnl = defineEndpoint({
  id: 'get-user-pnl',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/pnl/:wallet',
  summary: "A wallet's cost, estimate and P&L",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ collectionId: addressInput.optional() }),
  body: noBody,
  response: portfolioPnl,
  errors: [],
  failure: { value: NO_PNL },
  example: { params: { wallet: EXAMPLE.owner } },
})
