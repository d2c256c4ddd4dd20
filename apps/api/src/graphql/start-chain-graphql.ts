import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { ApiConfig } from '../config.ts'
import type { ApiContext } from '../context.ts'
import { answerBrokenConnection, answerErrors, answerUnroutable } from '../http/answer-errors.ts'
import { OWN_MACHINE } from '../http/client-address.ts'
import { listen } from '../http/listen.ts'
import { trustedProxies } from '../http/trusted-proxies.ts'
import { mountChainGraphql } from './mount-chain-graphql.ts'

/** A listener of its own where the official SDK looks for the chain indexer: port 8090, `/v1/graphql`. */
export interface ChainGraphqlListener extends AsyncDisposable {
  readonly url: string
}

/** Starts it. Any page may read: it holds nothing but the public chain, and knows no sessions. */
export async function startChainGraphql(
  config: ApiConfig,
  context: Pick<ApiContext, 'store'>,
  log: FastifyBaseLogger,
): Promise<ChainGraphqlListener> {
  const server = Fastify({
    loggerInstance: log,
    trustProxy: trustedProxies(config),
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
    allowList: [...OWN_MACHINE],
  })
  mountChainGraphql(server as never, context, '/v1/graphql')
  await using undo = new AsyncDisposableStack()
  undo.defer(() => server.close())
  const origin = await listen(server, config.host, config.chainGraphqlPort, 'CHAIN_GRAPHQL_PORT')
  undo.move()
  return { url: `${origin}/v1/graphql`, [Symbol.asyncDispose]: () => server.close() }
}
