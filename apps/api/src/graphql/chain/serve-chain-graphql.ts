import cors from '@fastify/cors'
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { loggedRequest } from '@opal/runtime/logged-request'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type * as z from 'zod'
import type { ApiConfig } from '../../config.ts'
import type { ApiContext } from '../../context.ts'
import { RateLimitedError } from '../../errors.ts'
import { createBareServer } from '../../http/create-server.ts'
import { createCachedResponseLimit, limitPreflights } from '../../http/limits/cached-response-limit.ts'
import { clientIdentity } from '../../http/limits/client-address.ts'
import { QueriesBusyError } from '../../http/limits/query-gate.ts'
import { countMoreBy, limitGraphql, limitRequests } from '../../http/limits/rate-limits.ts'
import { createRequestCounts } from '../../http/limits/request-counts.ts'
import { boundBodies } from '../../http/limits/unfinished-bodies.ts'
import { boundUnread, type UnreadBounds } from '../../http/limits/unread-answers.ts'
import { listen } from '../../http/listen.ts'
import { graphqlRequestOf } from '../graphql-request.ts'
import { operationGatesOf } from '../operation-gates.ts'
import { ChainGraphqlError, errorsBody, LIMITS } from './limits.ts'
import { runChainOperation } from './run-chain-operation.ts'

const requestBody = graphqlRequestOf(LIMITS.bodyBytes)

/** Answers the chain indexer's GraphQL at a path. Like Hasura, it answers 200 to everything but its own faults. */
export function mountChainGraphql(
  server: FastifyInstance,
  context: Pick<ApiContext, 'store'>,
  config: ApiConfig,
  path: string,
): void {
  const { clientOf } = clientIdentity(config)
  const limitOperations = limitGraphql(server, config)
  server.route({
    method: 'POST',
    url: path,
    bodyLimit: LIMITS.bodyBytes,
    schema: { hide: true } as object,
    onRequest: limitOperations,
    handler: async (request, reply) => {
      reply.type('application/json').serializer((text: string) => text)
      try {
        const parsed = requestBody.safeParse(request.body)
        if (!parsed.success) throw unreadable(parsed.error)
        const { data: asked } = parsed
        const client = clientOf(request.raw)
        const ofClient = {
          store: context.store,
          operationGates: operationGatesOf(client),
        }
        const countMore = countMoreBy(limitOperations, request, reply)
        return `{"data":${await runChainOperation(ofClient, asked, countMore)}}`
      } catch (error) {
        if (error instanceof RateLimitedError) throw error
        if (error instanceof ChainGraphqlError) return errorsBody([error])
        if (error instanceof QueriesBusyError) return errorsBody([new ChainGraphqlError(error.message, error.code)])
        request.log.error({ err: error, ...loggedRequest(request) }, 'a chain query failed')
        return errorsBody([new ChainGraphqlError('database query error', 'unexpected')])
      }
    },
  })
}

/** Returns the error for an unreadable body: the message of our own check where one failed, such as for a body with too much in it. */
function unreadable({ issues }: z.ZodError): ChainGraphqlError {
  const own = issues.find(({ code }) => code === 'custom')
  return new ChainGraphqlError(own?.message ?? "the key 'query' is missing or not a string", 'parse-failed')
}

/** Two of the largest answers for one client, in addition to its unread answers of the main server. */
const UNREAD: UnreadBounds = { bytes: 100_000_000, bytesPerClient: 2 * LIMITS.answerBytes }

/** A listener of its own where the official SDK looks for the chain indexer: port 8090, `/v1/graphql`. */
export interface ChainGraphqlListener extends AsyncDisposable {
  readonly url: string
}

/**
 * Starts it. Any page may read: it holds nothing but the public chain, and knows no sessions.
 * @param counts of the main server: a client has one allowance for both.
 * @param unread bounds of what its clients do not read.
 */
export async function startChainGraphql(
  config: ApiConfig,
  context: Pick<ApiContext, 'store'>,
  log: FastifyBaseLogger,
  counts: FastifyRateLimitStoreCtor = createRequestCounts(null, ''),
  unread: UnreadBounds = UNREAD,
): Promise<ChainGraphqlListener> {
  const server = createBareServer(config, log)
  const identity = clientIdentity(config)
  boundUnread(server, identity, unread)
  boundBodies(server, identity)
  limitPreflights(server, createCachedResponseLimit(identity, config.rateLimitPerMinute))
  await server.register(cors, {
    origin: true,
    credentials: true,
    methods: ['POST', 'GET'],
    maxAge: 600,
    strictPreflight: false,
  })
  await limitRequests(server, config, identity, counts)
  mountChainGraphql(server, context, config, '/v1/graphql')
  await using undo = new AsyncDisposableStack()
  undo.defer(() => server.close())
  const origin = await listen(server, config.host, config.chainGraphqlPort, 'CHAIN_GRAPHQL_PORT')
  undo.move()
  return { url: `${origin}/v1/graphql`, [Symbol.asyncDispose]: () => server.close() }
}
