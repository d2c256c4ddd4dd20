import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ApiError } from '../responses/api-error.ts'
import type { RestContext } from '../rest-context.ts'

const Query = z.object({ duration_secs: z.coerce.number().int().min(0).max(4_294_967_295).optional() })

/**
 * `GET /v1/-/healthy` and `GET /v1/info`, for watchers rather than wallets. An idle chain makes no blocks and is well;
 * one that has stopped to make them is not, once its newest block is older than the watcher allows.
 */
export function addHealthRoutes(app: FastifyInstance, { ledger, isCommitting }: RestContext): void {
  app.get('/-/healthy', (request) => {
    const query = Query.safeParse(request.query)
    if (!query.success) {
      throw new ApiError(400, 'web_framework_error', 'failed to parse query `duration_secs`: expected a u32')
    }
    const { duration_secs: allowed } = query.data
    const seconds = Math.floor(Date.now() / 1_000 - Number(ledger.head.timestampMicros / 1_000_000n))
    if (allowed !== undefined && !isCommitting() && seconds > allowed) {
      const message = `The latest ledger info timestamp is ${seconds} seconds old, while ${allowed} are allowed`
      throw new ApiError(503, 'health_check_failed', message)
    }
    return { message: 'aptos-node:ok' }
  })
  app.get('/info', () => ({
    chain_id: String(ledger.head.chainId),
    node_type: 'LocalNet',
  }))
}
