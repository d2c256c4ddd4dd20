import { BASE_PATHS } from '@opal/contract/endpoint'
import { COMMON_ERRORS, ERROR_STATUS, errorBody } from '@opal/contract/error-body'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { ApiContext } from '../context.ts'
import { Answer, type Route } from './route.ts'

/** Puts every route on the server, under each of its bases, checked by the contract in both directions. */
export function mountRoutes(server: FastifyInstance, context: ApiContext, routes: readonly Route[]): void {
  for (const route of routes) {
    route.endpoint.bases.forEach((base, position) => {
      const { endpoint } = route
      server.route({
        method: endpoint.method,
        url: BASE_PATHS[base] + endpoint.path,
        schema: {
          operationId: position === 0 ? endpoint.id : `${endpoint.id}-${base}`,
          summary: endpoint.summary,
          tags: [endpoint.tag],
          params: endpoint.params,
          querystring: endpoint.query,
          ...(endpoint.method === 'POST' && { body: endpoint.body }),
          response: responsesOf(route),
        },
        handler: (request, reply) => answer(context, route, request, reply),
      })
    })
  }
}

async function answer(
  context: ApiContext,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const input = { params: request.params, query: request.query, body: request.body } as Parameters<Route['handle']>[1]
  const result = await route.handle({ ...context, log: request.log }, input)
  if (!(result instanceof Answer)) return result
  reply.code(result.status)
  return result.body
}

function responsesOf({ endpoint }: Route): Record<string, ZodType> {
  const codes = [...COMMON_ERRORS, ...endpoint.errors]
  const failures = Object.fromEntries(codes.map((code) => [ERROR_STATUS[code], errorBody]))
  return { ...failures, ...endpoint.otherResponses, 200: endpoint.response }
}
