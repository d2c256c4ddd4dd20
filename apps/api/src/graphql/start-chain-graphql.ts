import cors from '@fastify/cors'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { ApiConfig } from '../config.ts'
import type { ApiContext } from '../context.ts'
import { answerBrokenConnection, answerErrors, answerUnroutable } from '../http/answer-errors.ts'
import { clientIdentity } from '../http/client-address.ts'
import { listen } from '../http/listen.ts'
import { proxyTrust } from '../http/trusted-proxies.ts'
import { createRequestCounts } from '../sharing/request-counts.ts'
import { mountChainGraphql } from './mount-chain-graphql.ts'

/** A listener of its own where the official SDK looks for the chain indexer: port 8090, `/v1/graphql`. */
export interface ChainGraphqlListener extends AsyncDisposable {
  readonly url: string
}

/**
 * Starts it. Any page may read: it holds nothing but the public chain, and knows no sessions.
 * @param counts of the main server: a client has one allowance for both.
 */
export async function startChainGraphql(
  config: ApiConfig,
  context: Pick<ApiContext, 'store'>,
  log: FastifyBaseLogger,
  counts: FastifyRateLimitStoreCtor = createRequestCounts(null, ''),
): Promise<ChainGraphqlListener> {
  const server = Fastify({
    loggerInstance: log,
    trustProxy: proxyTrust(config),
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 30_000,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerBrokenConnection,
  })
  server.removeContentTypeParser('text/plain')
  answerErrors(server as never)
  await server.register(cors, {
    origin: true,
    credentials: true,
    methods: ['POST', 'GET'],
    maxAge: 600,
    strictPreflight: false,
  })
  await server.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: 60_000,
    allowList: ({ raw }) => clientIdentity(config).isOwnMachine(raw),
    store: counts,
  })
  mountChainGraphql(server as never, context, config, '/v1/graphql')
  await using undo = new AsyncDisposableStack()
  undo.defer(() => server.close())
  const origin = await listen(server, config.host, config.chainGraphqlPort, 'CHAIN_GRAPHQL_PORT')
  undo.move()
  return { url: `${origin}/v1/graphql`, [Symbol.asyncDispose]: () => server.close() }
}
