import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { portfolioCollection } from '../shapes/portfolio.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'

/** The collections a wallet holds whose name holds the text. @source spec 001, section 7 "Portfolio" */
export const searchMyCollections = defineEndpoint({
  id: 'search-my-collections',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/myCollections/search/:text',
  summary: 'Search the collections a wallet holds',
  tag: 'Portfolio',
  params: z.strictObject({ text: z.string().trim().min(1).max(100) }),
  query: z.strictObject({ ...pageQuery(50, 100), walletAddress: addressInput }),
  body: nothing.nullish(),
  response: pageOf(portfolioCollection),
  errors: ['invalid-cursor'],
  example: { params: { text: 'onk' }, query: { walletAddress: EXAMPLE.owner } },
})
