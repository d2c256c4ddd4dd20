import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'
import { exportFormat, exportOf, portfolioExportRow } from '../shapes/wallet-export.ts'

/** What a wallet holds, with cost and estimate. Answers a file, written while it is read. */
export const exportPortfolio = defineEndpoint({
  id: 'export-portfolio',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/export/portfolio/:wallet',
  summary: 'What a wallet holds as a file, CSV or JSON',
  tag: 'Portfolio',
  budget: 'export',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ format: exportFormat }),
  body: noBody,
  response: exportOf(portfolioExportRow),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, query: { format: 'json' } },
})
