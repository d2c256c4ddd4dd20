import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { portfolioCollection } from '../shapes/portfolio.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'

/** The same as `list-user-collections`, with everything in the body. @source spec 001, section 7 "Portfolio" */
export const listMyCollections = defineEndpoint({
  id: 'list-my-collections',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/myCollections',
  summary: 'Collections a wallet holds',
  tag: 'Portfolio',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput,
    page: z.number().int().min(1).max(1000).default(1),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: cursor.optional(),
    type: z.enum(['listed', 'none']).default('none'),
    search: z.string().trim().max(100).optional(),
  }),
  response: pageOf(portfolioCollection),
  errors: ['invalid-cursor'],
  example: { body: { walletAddress: EXAMPLE.owner } },
})
