import type { AddressInfo } from 'node:net'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { ApiConfig } from '../config.ts'
import type { ApiContext } from '../context.ts'
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
  const server = Fastify({ loggerInstance: log, trustProxy: config.trustProxy })
  await server.register(cors, { origin: true, credentials: true, methods: ['POST', 'GET'], maxAge: 600 })
  await server.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: 60_000,
    allowList: ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
  })
  mountChainGraphql(server as never, context, '/v1/graphql')
  await server.listen({ host: config.host, port: config.chainGraphqlPort })
  const url = `http://${config.host}:${(server.server.address() as AddressInfo).port}/v1/graphql`
  return { url, [Symbol.asyncDispose]: () => server.close() }
}
