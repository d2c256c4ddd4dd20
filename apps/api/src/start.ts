import { boundLog } from '@opal/runtime/bounded-log'
import { Draining } from '@opal/runtime/draining'
import { startTracing } from '@opal/runtime/tracing'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Registry } from 'prom-client'
import { clearAll, invalidate } from './cache/invalidation.ts'
import { ResponseCache } from './cache/response-cache.ts'
import type { ApiConfig } from './config.ts'
import type { ApiParts } from './context.ts'
import { createApi } from './create-api.ts'
import { createContext } from './create-context.ts'
import { startChainGraphql } from './graphql/chain/serve-chain-graphql.ts'
import { createRequestCounts } from './http/limits/request-counts.ts'
import { listen, listenMetrics } from './http/listen.ts'
import { NOT_READY, type OwnReadiness, readOwnReadiness } from './http/own-readiness.ts'
import { SeenVersions } from './http/seen-versions.ts'
import { createApiMetrics } from './metrics.ts'
import { openDatabase } from './open-database.ts'
import { type Live, openLive } from './realtime/live-server.ts'
import { openRedis, type RedisLink } from './realtime/redis-link.ts'

/** Logged at the start when the configuration does not say whether there is a proxy in front. */
const UNKNOWN_PROXY =
  'A public address is set, but not TRUST_PROXY: name your proxy there, or set it to false where there is none. ' +
  'Until then everyone who comes through one proxy is limited as one client, and so is the site.'

/** Wall clock: microseconds since 1970. */
const wallMicros = (): bigint => BigInt(Date.now()) * 1000n

/** Replacements for benchmarks and tests. */
export interface StartParts {
  readonly nowMicros?: () => bigint
  /** Logger instead of lines on the standard output. */
  readonly log?: Logger
}

/** A running API. Disposing it closes every listener and connection. */
export interface RunningApi extends AsyncDisposable {
  /** URL of the HTTP API, which serves sockets too. */
  readonly url: string
  /** URL of the chain indexer's GraphQL. */
  readonly chainGraphqlUrl: string
  /** Rejects when the settings of the database are not acceptable; never resolves. */
  readonly failed: Promise<never>
  /** URL of the metrics; null without them. */
  readonly metricsUrl: string | null
  /** Reports not ready to load balancers, and resolves when no request is in progress. Dispose it then. */
  drain(): Promise<void>
}

/** Starts the API. It may start before the store is migrated and before the node answers, and reports that at `/readyz`. */
export async function start(
  config: ApiConfig,
  { nowMicros = wallMicros, ...parts }: StartParts = {},
): Promise<RunningApi> {
  const log = boundLog(parts.log ?? pino({ level: config.logLevel, name: 'api' }))
  if (!config.exemptsOwnMachine) log.error(UNKNOWN_PROXY)
  await using undo = new AsyncDisposableStack()
  if (config.tracing !== null) undo.use(await startTracing('opal-api', config.tracing))
  const { failed, ...database } = openDatabase(config, log, undo)
  const redis = config.redis === null ? null : undo.use(openRedis(config.redis, log))
  const draining = new Draining()
  const urls: { apiUrl: string; chainGraphqlUrl: string | null } = { apiUrl: '', chainGraphqlUrl: null }
  let live: Live | null = null
  let listener: FastifyInstance | null = null
  const started = {
    ...database,
    nowMicros,
    redis,
    sockets: () => live?.sockets() ?? null,
    catchUp: async () => void (await live?.relay.wake()),
    isDraining: () => draining.isDraining,
  }
  const context = await createContext(config, started, urls, log)
  const responses = new ResponseCache(config.hotMs)
  const counts = createRequestCounts(redis, `opal:${config.network}:rate:`)
  const registry = metricsOf(context, responses, async () =>
    listener === null ? NOT_READY : readOwnReadiness(listener.server),
  )
  const seen = new SeenVersions(context.catchUp)
  const server = await createApi(config, context, log, { responses, counts, registry, draining, seen })
  listener = server
  undo.defer(() => server.close())
  // Before the server listens, so that the first socket finds its handlers.
  live = undo.use(openUpdates(server, config, context, { redis, responses, seen }))
  const metrics = config.metrics === null ? null : undo.use(await listenMetrics(config.metrics, registry))
  const url = await listen(server, config.host, config.port, 'API_PORT')
  urls.apiUrl = config.publicUrl ?? url
  const chainGraphql = undo.use(await startChainGraphql(config, context, server.log, counts))
  urls.chainGraphqlUrl = chainGraphql.url
  const running = undo.move()
  return {
    url,
    chainGraphqlUrl: chainGraphql.url,
    failed,
    metricsUrl: metrics?.url ?? null,
    drain: () => draining.drain(config.drainMs),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Opens the live updates, which also invalidate caches. */
function openUpdates(
  server: FastifyInstance,
  config: ApiConfig,
  context: ApiParts,
  { redis, responses, seen }: { redis: RedisLink | null; responses: ResponseCache; seen: SeenVersions },
): Live {
  const caches = { ...context, responses }
  return openLive(server.server, {
    context: { ...context, log: server.log },
    config,
    redis,
    onMessage: (message) => {
      // First, so that reads because of the message are not served from before it.
      context.replicas?.announce()
      seen.announced(BigInt(message.version))
      invalidate(caches, message)
    },
    onStarted: () => clearAll(caches),
  })
}

/** Creates the metrics of the caches, the store and the sockets. */
function metricsOf(context: ApiParts, responses: ResponseCache, readiness: () => Promise<OwnReadiness>): Registry {
  const { store, replicas, redis, tradeCounts, sockets, traits, collections, facts, tokenPreviews, traitSummaries } =
    context
  const caches = Object.entries({ collections, facts, tokenPreviews, traitSummaries })
  return createApiMetrics({
    readiness,
    store,
    responses,
    caches: Object.fromEntries(caches.map(([name, { reads }]) => [name, reads])),
    memory: {
      responses: () => responses.memory(),
      ...Object.fromEntries(caches.map(([name, cache]) => [name, cache.memory])),
      traitColumns: traits.memory.columns,
      listings: traits.memory.listings,
      sales: traits.memory.sales,
    },
    sockets,
    replicas,
    redis,
    tradeCounts,
  })
}
