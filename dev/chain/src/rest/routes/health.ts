import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ApiError } from '../api-error.ts'
import type { RestContext } from '../rest-context.ts'

const Query = z.object({ duration_secs: z.coerce.number().int().min(0).max(4_294_967_295).optional() })

/** `GET /v1/-/healthy` and `GET /v1/info`, for watchers rather than wallets. */
export function addHealthRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.get('/-/healthy', (request) => {
    const query = Query.safeParse(request.query)
    if (!query.success) {
      throw new ApiError(400, 'web_framework_error', 'failed to parse query `duration_secs`: expected a u32')
    }
    return { message: 'aptos-node:ok' }
  })
  app.get('/info', () => ({
    chain_id: String(ledger.head.chainId),
    node_type: 'LocalNet',
  }))
}
