import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ApiConfig } from './config.ts'
import type { ApiParts } from './context.ts'
import { createMarketSchema } from './graphql/market/market-schema.ts'
import { mountMarketGraphql } from './graphql/market/mount-market-graphql.ts'
import { mountChainGraphql } from './graphql/mount-chain-graphql.ts'
import { createServer } from './http/create-server.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { HotBodies } from './kept/hot-bodies.ts'
import { createCardPress } from './media/cards/create-card-press.ts'
import { createMedia } from './media/create-media.ts'
import { openDiskCache } from './media/disk-cache.ts'
import { createMemoryCache, type MediaCache } from './media/media-cache.ts'
import { mountMedia } from './media/mount-media.ts'
import { ROUTES } from './routes/routes.ts'

/** The whole HTTP API on a server that does not listen yet. */
export async function createApi(
  config: ApiConfig,
  context: ApiParts,
  log: Logger,
  bodies = new HotBodies(config.hotMs),
): Promise<FastifyInstance> {
  const server = await createServer(config, log, context.redis, bodies)
  const cache = await openMediaCache(config)
  const media = createMedia(cache, {
    gateways: config.ipfsGateways,
    arweaveGateways: config.arweaveGateways,
    allowedHosts: new Set(config.mediaAllowedHosts),
  })
  const cards = createCardPress(cache, media)
  await mountRoutes(server, { ...context, cards, log: server.log }, ROUTES, config)
  mountMedia(server, media)
  mountChainGraphql(server, context, '/chain/graphql')
  mountMarketGraphql(server, createMarketSchema(context.store))
  return server
}

const MEMORY_CACHE_BYTES = 128 * 1024 * 1024
const DISK_CACHE_BYTES = 4 * 1024 * 1024 * 1024

async function openMediaCache({ mediaCacheDir }: ApiConfig): Promise<MediaCache> {
  return mediaCacheDir === null ? createMemoryCache(MEMORY_CACHE_BYTES) : openDiskCache(mediaCacheDir, DISK_CACHE_BYTES)
}
