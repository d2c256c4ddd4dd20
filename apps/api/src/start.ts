import { createNodeClient } from '@opal/chain/rest/node-client'
import { createSignInVerifier } from '@opal/chain/sign-in/verify-sign-in'
import type { Address } from '@opal/domain/address'
import { CHAIN_IDS } from '@opal/domain/network'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { Draining } from '@opal/runtime/draining'
import { openObjectFolder } from '@opal/runtime/objects/object-folder'
import { startTracing } from '@opal/runtime/tracing'
import { connect } from '@opal/store/driver/connection'
import { openReplicas } from '@opal/store/driver/replicas'
import { checkServers } from '@opal/store/driver/server-checks'
import { mayChangeChainRows } from '@opal/store/maintenance/inspect/server-facts'
import { type Logger, pino } from 'pino'
import { createKeyChecks } from './auth/key-rotation.ts'
import { createCollectionCache } from './cache/collection-cache.ts'
import { createCollectionFactsCache } from './cache/collection-facts-cache.ts'
import { clearAll, invalidate } from './cache/invalidation.ts'
import { ResponseCache } from './cache/response-cache.ts'
import { createTokenPreviewCache } from './cache/token-preview-cache.ts'
import { createTraitSummaryCache } from './cache/trait-summary-cache.ts'
import type { ApiConfig } from './config.ts'
import type { ApiParts, NetworkFacts } from './context.ts'
import { createApi } from './create-api.ts'
import { startChainGraphql } from './graphql/chain/serve-chain-graphql.ts'
import { logThrottled } from './http/error-responses.ts'
import { createRequestCounts } from './http/limits/request-counts.ts'
import { listen, listenMetrics } from './http/listen.ts'
import { SeenVersions } from './http/seen-versions.ts'
import { createApiMetrics } from './metrics.ts'
import { type Live, openLive } from './realtime/live-server.ts'
import { openRedis } from './realtime/redis-link.ts'
import { createLookAlikes } from './resources/collections/look-alikes.ts'
import { createOwnerCounts } from './resources/collections/owner-counts.ts'
import { createPriceFeed } from './resources/network/apt-price.ts'
import { createTradeNode } from './trading/trade-node.ts'
import { createTraitCache } from './trait-filter/trait-cache.ts'

/** Slower queries are cancelled and answered as overloaded. */
const STATEMENT_TIMEOUT_MS = 10_000
/** Time that a query waits for a connection of the pool. */
const CONNECTION_TIMEOUT_MS = 5_000

/** Logged at the start where the configuration does not say whether there is a proxy in front. */
const UNKNOWN_PROXY =
  'A public address is set, but not TRUST_PROXY: name your proxy there, or set it to false where there is none. ' +
  'Until then everyone who comes through one proxy is limited as one client, and so is the site.'

/** Logged at the start where the API's user could change rows that only the indexer may write. */
const OWNS_MARKET =
  'DATABASE_URL names a user who may change what was read from the chain: give the API a user of its own, in the role opal_api.'

/** The clock: microseconds since 1970. */
const wallMicros = (): bigint => BigInt(Date.now()) * 1000n

/** Replacements by benches and tests. */
export interface StartParts {
  readonly nowMicros?: () => bigint
  /** In place of lines on the standard output. */
  readonly log?: Logger
}

/** A running API. Disposing it closes every listener and connection. */
export interface RunningApi extends AsyncDisposable {
  /** Address of the HTTP API, sockets included. */
  readonly url: string
  /** Address of the chain indexer's GraphQL. */
  readonly chainGraphqlUrl: string
  /** Rejects when the database turns out to be set up as it must not be; never resolves. */
  readonly failed: Promise<never>
  /** Address of the metrics; null where none are served. */
  readonly metricsUrl: string | null
  /** Tells balancers that it ends, and resolves when every request is answered: nothing is cut off by disposing it then. */
  drain(): Promise<void>
}

/** Starts the API; it may start before the store is migrated and before the node answers, and says so at `/readyz`. */
export async function start(
  config: ApiConfig,
  { nowMicros = wallMicros, ...parts }: StartParts = {},
): Promise<RunningApi> {
  const log = parts.log ?? pino({ level: config.logLevel, name: 'api' })
  if (!config.exemptsOwnMachine) log.error(UNKNOWN_PROXY)
  await using undo = new AsyncDisposableStack()
  if (config.tracing !== null) undo.use(await startTracing('opal-api', config.tracing))
  const store = undo.use(
    connect({
      connectionString: config.databaseUrl,
      pooledUrl: config.databasePooledUrl,
      retryMs: config.databaseRetryMs,
      applicationName: 'opal-api',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
      workload: 'requests',
      onError: (error) => log.warn({ err: error }, 'an idle connection to the store was lost'),
    }),
  )
  const replicas =
    config.replicas.urls.length === 0
      ? null
      : undo.use(
          openReplicas(store, {
            ...config.replicas,
            options: {
              applicationName: 'opal-api-replica',
              statementTimeoutMs: STATEMENT_TIMEOUT_MS,
              workload: 'requests',
              onError: (error) => log.warn({ err: error }, 'an idle connection to a replica was lost'),
            },
          }),
        )
  const checking = new AbortController()
  undo.defer(() => checking.abort())
  const failed = Promise.withResolvers<never>()
  failed.promise.catch((error: Error) => log.fatal({ err: error }, error.message))
  // The store may come up later than the API; `/readyz` reports that.
  checkServers(config.databaseUrl, config.databasePooledUrl, checking.signal).catch(failed.reject)
  if (config.network !== 'local') {
    mayChangeChainRows(store).then(
      (may) => may && log.error(OWNS_MARKET),
      () => undefined,
    )
  }
  const redis = config.redis === null ? null : undo.use(openRedis(config.redis, log))
  const addresses: { apiUrl: string; chainGraphqlUrl: string | null } = { apiUrl: '', chainGraphqlUrl: null }
  const nodeOptions = { nodeUrl: config.nodeUrl, apiKey: config.nodeApiKey }
  const node = createNodeClient(nodeOptions)
  const signInNode = createNodeClient({ nodeUrl: config.signInNode.url, apiKey: config.signInNode.apiKey })
  let live: Live | null = null
  const draining = new Draining()
  const authenticationKeyOf = async (account: Address) => (await signInNode.account(account)).authenticationKey
  const uncheckedKeys = logThrottled()
  const ownerCounts = createOwnerCounts({
    rules: config.ownerCounts,
    view: node.view,
    nowMicros,
    onError: (error) => log.warn({ err: error }, 'the owners of a collection could not be counted'),
  })
  const lookAlikes = createLookAlikes({ store })
  const context: ApiParts = {
    store,
    replicas,
    nowMicros,
    collections: createCollectionCache({ store, nowMicros, ownerCounts, lookAlikes }, config.collectionMs),
    facts: createCollectionFactsCache({ store, nowMicros }, config.collectionMs),
    tokenPreviews: createTokenPreviewCache({ store }),
    traitSummaries: createTraitSummaryCache({ store }, config.collectionMs),
    network: networkFacts(config, addresses),
    marketplaces: contractsOf(config.network, config.contracts),
    aggregator: config.aggregator,
    node: createTradeNode(nodeOptions),
    verifySignIn: createSignInVerifier({
      network: config.network,
      nodeUrl: config.signInNode.url,
      nodeApiKey: config.signInNode.apiKey,
      authenticationKeyOf,
    }),
    keyChecks: createKeyChecks({
      ...{ store, nowMicros, authenticationKeyOf },
      onError: (error) => {
        const line = uncheckedKeys()
        if (line !== null) log.warn({ err: error, ...line }, 'which key rules an account could not be checked')
      },
    }),
    traits: createTraitCache(store, { cachesListed: true }),
    snapshots: config.snapshotDir === null ? null : await openObjectFolder(config.snapshotDir, config.s3),
    redis,
    sockets: () => live?.sockets() ?? null,
    catchUp: async () => void (await live?.relay.wake()),
    isDraining: () => draining.isDraining,
    ownerCounts,
    lookAlikes,
    aptPrice: createPriceFeed({
      source: config.aptPriceSource,
      fetch,
      nowMicros,
      onError: (error) => log.warn({ err: error }, 'the price of an APT could not be asked for'),
    }),
  }
  const responses = new ResponseCache(config.hotMs)
  const counts = createRequestCounts(redis, `opal:${config.network}:rate:`)
  const { collections, facts, tokenPreviews, traitSummaries } = context
  const registry = createApiMetrics({
    store,
    responses,
    caches: Object.fromEntries(
      Object.entries({ collections, facts, tokenPreviews, traitSummaries }).map(([name, { reads }]) => [name, reads]),
    ),
    memory: {
      responses: () => responses.memory(),
      ...Object.fromEntries(
        Object.entries({ collections, facts, tokenPreviews, traitSummaries }).map(([name, cache]) => [
          name,
          cache.memory,
        ]),
      ),
      traitColumns: context.traits.memory.columns,
      listings: context.traits.memory.listings,
    },
    sockets: context.sockets,
    replicas,
  })
  const seen = new SeenVersions(context.catchUp)
  const server = await createApi(config, context, log, { responses, counts, registry, draining, seen })
  undo.defer(() => server.close())
  const caches = { ...context, responses }
  // Before the server listens, so that the first socket finds its handlers.
  live = undo.use(
    openLive(server.server, {
      context: { ...context, log: server.log },
      config,
      redis,
      onMessage: (message) => {
        // First: what is read again because of the message must not come from before it.
        replicas?.announce()
        seen.announced(BigInt(message.version))
        invalidate(caches, message)
      },
      onStarted: () => clearAll(caches),
    }),
  )
  const metrics = config.metrics === null ? null : undo.use(await listenMetrics(config.metrics, registry))
  const url = await listen(server, config.host, config.port, 'API_PORT')
  addresses.apiUrl = config.publicUrl ?? url
  const chainGraphql = undo.use(await startChainGraphql(config, context, server.log, counts))
  addresses.chainGraphqlUrl = chainGraphql.url
  const running = undo.move()
  return {
    url,
    chainGraphqlUrl: chainGraphql.url,
    failed: failed.promise,
    metricsUrl: metrics?.url ?? null,
    drain: () => draining.drain(config.drainMs),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Ports are known only once we listen, so the addresses are read when they are asked for. */
function networkFacts(config: ApiConfig, addresses: Pick<NetworkFacts, 'apiUrl' | 'chainGraphqlUrl'>): NetworkFacts {
  return {
    name: config.network,
    chainId: CHAIN_IDS[config.network],
    nodeUrl: config.nodePublicUrl,
    get chainGraphqlUrl() {
      return addresses.chainGraphqlUrl
    },
    faucetUrl: config.faucetUrl,
    get apiUrl() {
      return addresses.apiUrl
    },
    webUrl: config.webPublicUrl,
    devWalletScriptUrl: config.devWalletScriptUrl,
  }
}
