import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { ChainGraphqlError, errorsBody } from './chain-graphql-error.ts'
import { LIMITS } from './limits.ts'
import { runChainOperation } from './run-chain-operation.ts'

// Loose on members: clients send more, such as extensions.
const requestBody = z.object({
  query: z.string().max(LIMITS.bodyBytes),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** Answers the chain indexer's GraphQL at a path. Like Hasura, it answers 200 to everything but its own faults. */
export function mountChainGraphql(server: FastifyInstance, context: Pick<ApiContext, 'store'>, path: string): void {
  server.route({
    method: 'POST',
    url: path,
    bodyLimit: LIMITS.bodyBytes,
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      reply.type('application/json').serializer((text: string) => text)
      try {
        const parsed = requestBody.safeParse(request.body)
        if (!parsed.success)
          throw new ChainGraphqlError("the key 'query' was not present or is no text", 'parse-failed')
        const { query, variables, operationName } = parsed.data
        const data = await runChainOperation(context, {
          query,
          variables: variables ?? {},
          operationName: operationName ?? null,
        })
        return `{"data":${data}}`
      } catch (error) {
        if (error instanceof ChainGraphqlError) return errorsBody([error])
        request.log.error({ err: error }, 'a chain query failed')
        return errorsBody([new ChainGraphqlError('database query error', 'unexpected')])
      }
    },
  })
}
