import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ApiConfig } from './config.ts'
import type { ApiContext } from './context.ts'
import { createMarketSchema } from './graphql/market/market-schema.ts'
import { mountMarketGraphql } from './graphql/market/mount-market-graphql.ts'
import { mountChainGraphql } from './graphql/mount-chain-graphql.ts'
import { createServer } from './http/create-server.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { createMedia, type Media } from './media/create-media.ts'
import { openDiskCache } from './media/disk-cache.ts'
import { createMemoryCache } from './media/media-cache.ts'
import { mountMedia } from './media/mount-media.ts'
import { ROUTES } from './routes/routes.ts'

/** The whole HTTP API on a server that does not listen yet. */
export async function createApi(
  config: ApiConfig,
  context: Omit<ApiContext, 'log'>,
  log: Logger,
): Promise<FastifyInstance> {
  const server = await createServer(config, log)
  await mountRoutes(server, { ...context, log: server.log }, ROUTES, config)
  mountMedia(server, await createConfiguredMedia(config))
  mountChainGraphql(server, context, '/chain/graphql')
  mountMarketGraphql(server, createMarketSchema(context.store))
  return server
}

const MEMORY_CACHE_BYTES = 128 * 1024 * 1024
const DISK_CACHE_BYTES = 4 * 1024 * 1024 * 1024

async function createConfiguredMedia(config: ApiConfig): Promise<Media> {
  const { mediaCacheDir, ipfsGateways, mediaAllowedHosts } = config
  const cache =
    mediaCacheDir === null
      ? createMemoryCache(MEMORY_CACHE_BYTES)
      : await openDiskCache(mediaCacheDir, DISK_CACHE_BYTES)
  return createMedia(cache, { gateways: ipfsGateways, allowedHosts: new Set(mediaAllowedHosts) })
}
