import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { portfolioSummary } from '../shapes/portfolio.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'

/** The head of a portfolio. @source spec 001, sections 3 "Portfolio summary" and 7 */
export const getMySummary = defineEndpoint({
  id: 'get-my-summary',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/myCollections/summary',
  summary: "A portfolio's summary",
  tag: 'Portfolio',
  params: nothing,
  query: z.strictObject({ walletAddress: addressInput, collectionId: addressInput.optional() }),
  body: noBody,
  response: portfolioSummary,
  errors: [],
  failure: {
    value: { totalNfts: 0, listedNfts: 0, estimated: '0', cost: '0', unRealizedPL: '0', realizedPL: '0' },
  },
  example: { query: { walletAddress: EXAMPLE.owner } },
})
