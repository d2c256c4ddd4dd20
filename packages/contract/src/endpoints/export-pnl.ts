import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'
import { exportFormat, exportOf, pnlExportRow } from '../shapes/wallet-export.ts'

/** Every lot of a wallet with cost, proceeds, gain and the transactions behind them. Answers a file, written while it is read. */
export const exportPnl = defineEndpoint({
  id: 'export-pnl',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/export/pnl/:wallet',
  summary: "The lots behind a wallet's P&L as a file, CSV or JSON",
  tag: 'Portfolio',
  budget: 'export',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ format: exportFormat }),
  body: noBody,
  response: exportOf(pnlExportRow),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, query: { format: 'json' } },
})
