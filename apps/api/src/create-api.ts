import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { openObjectFolder } from '@opal/runtime/objects/object-folder'
import { createSchemaCheck } from '@opal/store/queries/schema-state'
import { isKnownMedia } from '@opal/store/queries/tokens/metadata'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ResponseCache } from './cache/response-cache.ts'
import type { ApiConfig } from './config.ts'
import type { ApiParts } from './context.ts'
import { mountChainGraphql } from './graphql/chain/serve-chain-graphql.ts'
import { createMarketSchema } from './graphql/market/market-schema.ts'
import { mountMarketGraphql } from './graphql/market/serve-market-graphql.ts'
import { createServer, type Operation } from './http/create-server.ts'
import { clientIdentity } from './http/limits/client-address.ts'
import { mountRoutes } from './http/routes/mount-routes.ts'
import { IMAGE_FETCHES } from './images/image-turns.ts'
import { createMemoryCache, createSharedCache, type MediaCache, openDiskCache } from './images/media-cache.ts'
import { createMediaQueue } from './images/media-queue.ts'
import { createMedia, mountMedia } from './images/serve-image.ts'
import { MEDIA_TYPE_FETCHES, mountMediaType } from './images/serve-media-type.ts'
import { mountOriginal } from './images/serve-original.ts'
import { mountVideo } from './images/serve-video.ts'
import type { SourceOptions } from './images/sources/fetch-source.ts'
import { inNamingTurns } from './images/sources/named-media.ts'
import { SourceShares } from './images/sources/source-shares.ts'
import { ROUTES } from './resources/routes.ts'
import { createShareCardRenderer } from './resources/share-cards/render-share-card.ts'

/** State shared with the other servers of the process, and how they are operated. */
export interface ApiMemory extends Operation {
  readonly responses?: ResponseCache
  /** Store of the rate limits. */
  readonly counts?: FastifyRateLimitStoreCtor
}

/** Creates the HTTP API on a server that does not listen yet. */
export async function createApi(
  config: ApiConfig,
  context: ApiParts,
  log: Logger,
  { responses = new ResponseCache(config.hotMs), counts, ...operation }: ApiMemory = {},
): Promise<FastifyInstance> {
  const server = await createServer(config, log, counts, responses, undefined, operation)
  const cache = await openMediaCache(config, server.log)
  const sources: SourceOptions = {
    gateways: config.ipfsGateways,
    arweaveGateways: config.arweaveGateways,
    allowedHosts: new Set(config.mediaAllowedHosts),
    shares: new SourceShares(),
    isKnown: inNamingTurns((src) => isKnownMedia(context.store, src)),
  }
  const fetching = createMediaQueue(IMAGE_FETCHES)
  const media = createMedia(cache, sources, fetching)
  const shareCards = createShareCardRenderer(cache, media)
  const market = createMarketSchema(context.store)
  const readMarketSchema = market.read
  await mountRoutes(
    server,
    { ...context, shareCards, readMarketSchema, checkSchema: createSchemaCheck(), log: server.log },
    ROUTES,
    config,
    operation.seen,
  )
  const { clientOf } = clientIdentity(config)
  mountMedia(server, media, clientOf)
  // Each route counts for itself: what videos and downloads cost a source takes no images from it.
  const ofItsOwn = () => ({ ...sources, shares: new SourceShares() })
  mountVideo(server, { sources: ofItsOwn(), clientOf, fetching: createMediaQueue(VIDEOS) })
  mountMediaType(server, { sources: ofItsOwn(), clientOf, fetching: createMediaQueue(MEDIA_TYPE_FETCHES) })
  mountOriginal(server, { sources: ofItsOwn(), clientOf, fetching: createMediaQueue(ORIGINALS) })
  mountChainGraphql(server, context, config, '/chain/graphql')
  mountMarketGraphql(server, config, market)
  return server
}

/** Videos are not cached: their cost is bounded by the number of concurrent transfers, from their fetch until they are sent. */
const VIDEOS = {
  concurrency: 12,
  concurrencyPerClient: 2,
  concurrencyPerSource: 5,
  maxPending: 100,
  maxPendingPerClient: 16,
}

/** Downloads may take as long as their reader needs, two minutes at most. */
const ORIGINALS = {
  concurrency: 12,
  concurrencyPerClient: 2,
  concurrencyPerSource: 5,
  maxPending: 100,
  maxPendingPerClient: 8,
}

const MEMORY_CACHE_BYTES = 128 * 1024 * 1024
const DISK_CACHE_BYTES = 4 * 1024 * 1024 * 1024

async function openMediaCache({ mediaCacheDir, s3 }: ApiConfig, log: FastifyBaseLogger): Promise<MediaCache> {
  if (mediaCacheDir === null) return createMemoryCache(MEMORY_CACHE_BYTES)
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'an image could not be stored in the cache, or read from it')
  const folder = await openObjectFolder(mediaCacheDir, s3)
  if (folder.directory === null) return createSharedCache({ folder, onError })
  return openDiskCache({ directory: folder.directory, maxBytes: DISK_CACHE_BYTES, onError })
}
