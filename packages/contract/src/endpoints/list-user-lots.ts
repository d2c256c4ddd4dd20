import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { lot } from '../shapes/lot.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { addressInput, noBody, queryInteger } from '../shapes/scalars.ts'

/** The lots behind a wallet's cost and P&L, what changed last first. @source design decisions, "Profit and loss" */
export const listUserLots = defineEndpoint({
  id: 'list-user-lots',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/lots/:wallet',
  summary: "The lots behind a wallet's P&L",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    state: z.enum(['all', 'held', 'sold']).default('all'),
    cost: z.enum(['any', 'known', 'unknown']).default('any'),
    collectionId: addressInput.optional(),
    tokenDataId: addressInput.optional(),
    take: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(lot),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner }, query: { state: 'all' } },
})
