import type { FastifyInstance } from 'fastify'
import type { PostGraphileInstance } from 'postgraphile'
import * as z from 'zod'
import { MARKET_LIMITS } from './market-limits.ts'
import { runMarketOperation } from './run-market-operation.ts'

const requestBody = z.object({
  query: z.string().max(MARKET_LIMITS.bodyBytes),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** Where the marketplace's GraphQL is. */
export const MARKET_GRAPHQL_PATH = '/marketplace/graphql'

/** Answers the marketplace's GraphQL. It reads `public_api`, which holds nothing that is not public. */
export function mountMarketGraphql(server: FastifyInstance, market: PostGraphileInstance): void {
  server.route({
    method: 'POST',
    url: MARKET_GRAPHQL_PATH,
    bodyLimit: MARKET_LIMITS.bodyBytes,
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      reply.type('application/json').serializer((text: string) => text)
      const parsed = requestBody.safeParse(request.body)
      if (!parsed.success) {
        return reply.code(400).send(JSON.stringify({ errors: [{ message: 'Send an object with a text "query".' }] }))
      }
      const { query, variables, operationName } = parsed.data
      const asked = { query, variables: variables ?? {}, operationName: operationName ?? null }
      const { status, result } = await runMarketOperation(market, asked)
      for (const error of result.errors ?? []) {
        if (status === 200) request.log.warn({ err: error }, 'a marketplace query failed in part')
      }
      return reply.code(status).send(JSON.stringify(result))
    },
  })
  server.addHook('onClose', () => market.release())
}
