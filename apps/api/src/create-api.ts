import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ApiConfig } from './config.ts'
import type { ApiContext } from './context.ts'
import { mountChainGraphql } from './graphql/mount-chain-graphql.ts'
import { createServer } from './http/create-server.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { ROUTES } from './routes/routes.ts'

/** The whole HTTP API on a server that does not listen yet. */
export async function createApi(
  config: ApiConfig,
  context: Omit<ApiContext, 'log'>,
  log: Logger,
): Promise<FastifyInstance> {
  const server = await createServer(config, log)
  mountRoutes(server, { ...context, log: server.log }, ROUTES)
  mountChainGraphql(server, context, '/chain/graphql')
  return server
}
