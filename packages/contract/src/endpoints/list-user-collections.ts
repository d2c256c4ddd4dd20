import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { portfolioCollection, spamChoice } from '../shapes/portfolio.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/** The collections a wallet holds, most valuable first. @source spec 001, section 7 "Portfolio" */
export const listUserCollections = defineEndpoint({
  id: 'list-user-collections',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/collections/:wallet',
  summary: 'Collections a wallet holds',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    ...pageQuery(50, 100),
    type: z.enum(['listed', 'none']).default('none').describe('listed: only where the wallet has something for sale'),
    search: z.string().trim().max(100).optional(),
    spam: spamChoice,
  }),
  body: noBody,
  response: pageOf(portfolioCollection),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner }, query: { page: 1, take: 50, type: 'none' } },
})
