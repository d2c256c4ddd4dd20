import { BASE_PATHS } from '@opal/contract/endpoint'
import { COMMON_ERRORS, ERROR_STATUS, errorBody } from '@opal/contract/error-body'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { ApiConfig } from '../config.ts'
import type { ApiContext } from '../context.ts'
import { HOT_ENDPOINTS } from '../routes/hot-endpoints.ts'
import { callerOf, refuseForeignOrigin, requireOperator, requireWallet } from '../session/caller.ts'
import { acceptForms } from './accept-forms.ts'
import { limitWrites } from './limit-writes.ts'
import { PreparedJson } from './prepared-json.ts'
import { Answer, type Route } from './route.ts'
import { SentAsIs } from './sent-as-is.ts'

/** Puts every route on the server, under each of its bases, checked by the contract in both directions. */
export async function mountRoutes(
  server: FastifyInstance,
  context: ApiContext,
  routes: readonly Route[],
  config: ApiConfig,
): Promise<void> {
  const writes = limitWrites(server)
  for (const route of routes) {
    const { bodyKinds } = route.endpoint
    if (bodyKinds === undefined) mountRoute(server, context, route, config, writes)
    // Forms are read in a corner of their own: everywhere else bodies are JSON and nothing else.
    else {
      await server.register(async (corner) => {
        await acceptForms(corner, bodyKinds)
        mountRoute(corner, context, route, config, writes)
      })
    }
  }
}

function mountRoute(
  server: FastifyInstance,
  context: ApiContext,
  route: Route,
  config: ApiConfig,
  writes: ReturnType<typeof limitWrites>,
): void {
  const { endpoint } = route
  endpoint.bases.forEach((base, position) => {
    server.route({
      method: endpoint.method,
      url: BASE_PATHS[base] + endpoint.path,
      schema: {
        operationId: position === 0 ? endpoint.id : `${endpoint.id}-${base}`,
        summary: endpoint.summary,
        tags: [endpoint.tag],
        params: endpoint.params,
        querystring: endpoint.query,
        ...(HAS_BODY.has(endpoint.method) && { body: endpoint.body }),
        response: responsesOf(route),
        ...(endpoint.produces !== undefined && { produces: [endpoint.produces] }),
      },
      ...(HOT_ENDPOINTS.has(endpoint.id) && { config: { hot: true } }),
      ...(endpoint.access !== undefined && { preValidation: writes }),
      handler: (request, reply) => answer(context, config, route, request, reply),
    })
  })
}

const HAS_BODY = new Set(['POST', 'PATCH'])

async function answer(
  context: ApiContext,
  config: ApiConfig,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const input = { params: request.params, query: request.query, body: request.body } as Parameters<Route['handle']>[1]
  const result = await route.handle(context, input, await admit(context, config, route, request))
  if (result instanceof PreparedJson) {
    if (config.checksAnswers) return JSON.parse(result.text)
    reply.type('application/json; charset=utf-8').serializer(asIs)
    return result.text
  }
  if (!(result instanceof Answer || result instanceof SentAsIs)) return result
  reply.code(result instanceof Answer ? result.status : 200).headers(result.headers)
  const { etag } = result.headers
  if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send()
  return result.body
}

function asIs(text: string): string {
  return text
}

/** Who calls, once the endpoint's rule has let them in. */
async function admit(
  context: ApiContext,
  config: ApiConfig,
  { endpoint }: Route,
  request: FastifyRequest,
): Promise<never> {
  refuseForeignOrigin(request, config)
  const caller = callerOf(request, context, config)
  if (endpoint.access === 'operator') requireOperator(request, config)
  return (endpoint.access === 'wallet' ? await requireWallet(caller, request.body) : caller) as never
}

const ACCESS_ERRORS = {
  everybody: [],
  wallet: ['sign-in-required', 'not-your-wallet', 'foreign-origin'],
  operator: ['operator-only', 'foreign-origin'],
} as const

function responsesOf({ endpoint }: Route): Record<string, ZodType> {
  const codes = [...COMMON_ERRORS, ...ACCESS_ERRORS[endpoint.access ?? 'everybody'], ...endpoint.errors]
  const failures = Object.fromEntries(codes.map((code) => [ERROR_STATUS[code], errorBody]))
  return { ...failures, ...endpoint.otherResponses, 200: endpoint.response }
}
