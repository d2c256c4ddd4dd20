import type { FastifyInstance } from 'fastify'
import type { PostGraphileInstance } from 'postgraphile'
import type { ApiConfig } from '../../config.ts'
import { clientIdentity } from '../../http/client-address.ts'
import { limitGraphql } from '../../http/limit-calls.ts'
import { createGraphqlQueue } from '../graphql-queue.ts'
import { graphqlRequestOf } from '../graphql-request.ts'
import { MARKET_LIMITS } from './market-limits.ts'
import { runMarketOperation } from './run-market-operation.ts'

const requestBody = graphqlRequestOf(MARKET_LIMITS.bodyBytes)

/** Where the marketplace's GraphQL is. */
const MARKET_GRAPHQL_PATH = '/marketplace/graphql'

/** Answers the marketplace's GraphQL. It reads `public_api`, which holds nothing that is not public. */
export function mountMarketGraphql(server: FastifyInstance, config: ApiConfig, market: PostGraphileInstance): void {
  const queue = createGraphqlQueue()
  const { addressOf } = clientIdentity(config)
  server.route({
    method: 'POST',
    url: MARKET_GRAPHQL_PATH,
    bodyLimit: MARKET_LIMITS.bodyBytes,
    schema: { hide: true } as object,
    onRequest: limitGraphql(server, config),
    handler: async (request, reply) => {
      reply.type('application/json').serializer((text: string) => text)
      const parsed = requestBody.safeParse(request.body)
      if (!parsed.success) {
        const own = parsed.error.issues.find(({ code }) => code === 'custom')
        const message = own?.message ?? 'Send an object with a text "query".'
        return reply.code(400).send(JSON.stringify({ errors: [{ message }] }))
      }
      const { data: asked } = parsed
      const { status, result } = await queue.add(addressOf(request.raw), () => runMarketOperation(market, asked))
      for (const error of result.errors ?? []) {
        if (status === 200) request.log.warn({ err: error }, 'a marketplace query failed in part')
      }
      return reply.code(status).send(JSON.stringify(result))
    },
  })
  server.addHook('onClose', () => market.release())
}
