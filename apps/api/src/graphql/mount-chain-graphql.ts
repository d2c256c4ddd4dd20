import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import type { ApiConfig } from '../config.ts'
import type { ApiContext } from '../context.ts'
import { clientIdentity } from '../http/client-address.ts'
import { limitGraphql } from '../http/limit-calls.ts'
import { QueriesBusyError } from '../load/query-gate.ts'
import { ChainGraphqlError, errorsBody } from './chain-graphql-error.ts'
import { createGraphqlQueue } from './graphql-queue.ts'
import { graphqlRequestOf } from './graphql-request.ts'
import { LIMITS } from './limits.ts'
import { runChainOperation } from './run-chain-operation.ts'

const requestBody = graphqlRequestOf(LIMITS.bodyBytes)

/** Answers the chain indexer's GraphQL at a path. Like Hasura, it answers 200 to everything but its own faults. */
export function mountChainGraphql(
  server: FastifyInstance,
  context: Pick<ApiContext, 'store'>,
  config: ApiConfig,
  path: string,
): void {
  const queue = createGraphqlQueue()
  const { addressOf } = clientIdentity(config)
  server.route({
    method: 'POST',
    url: path,
    bodyLimit: LIMITS.bodyBytes,
    schema: { hide: true } as object,
    onRequest: limitGraphql(server, config),
    handler: async (request, reply) => {
      reply.type('application/json').serializer((text: string) => text)
      try {
        const parsed = requestBody.safeParse(request.body)
        if (!parsed.success) throw unreadable(parsed.error)
        const { data: asked } = parsed
        return `{"data":${await queue.add(addressOf(request.raw), () => runChainOperation(context, asked))}}`
      } catch (error) {
        if (error instanceof ChainGraphqlError) return errorsBody([error])
        if (error instanceof QueriesBusyError) return errorsBody([new ChainGraphqlError(error.message, error.code)])
        request.log.error({ err: error }, 'a chain query failed')
        return errorsBody([new ChainGraphqlError('database query error', 'unexpected')])
      }
    },
  })
}

/** Words of ours where a body has what GraphQL needs, and too much of it. */
function unreadable({ issues }: z.ZodError): ChainGraphqlError {
  const own = issues.find(({ code }) => code === 'custom')
  return new ChainGraphqlError(own?.message ?? "the key 'query' was not present or is no text", 'parse-failed')
}
