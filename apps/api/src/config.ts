import type { Address } from '@opal/domain/address'
import { readEnvironment } from '@opal/domain/environment/read-environment'
import { PUBLIC_NODES } from '@opal/domain/network'
import { isLoopbackUrl } from '@opal/domain/text/published-url'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import type { ContractsOverride } from '@opal/marketplaces/contracts/network-contracts'
import { s3SettingsOf } from '@opal/runtime/environment/object-variables'
import { tracingOf } from '@opal/runtime/environment/variables'
import type { S3Settings } from '@opal/runtime/objects/object-folder'
import type { TracingSettings } from '@opal/runtime/tracing'
import { faultsTogether, type Variables, variables } from './config-schema.ts'
import type { RedisAddress } from './realtime/redis-link.ts'
import type { OwnerCountRules } from './resources/collections/owner-counts.ts'
import type { PriceSource } from './resources/network/apt-price.ts'

/** On localnet the art host is on this machine; elsewhere no private host is allowed. */
const MEDIA_DEFAULTS = {
  local: { gateways: ['http://127.0.0.1:8082/ipfs'], hosts: ['127.0.0.1', 'localhost'] },
  public: { gateways: ['https://ipfs.io/ipfs', 'https://dweb.link/ipfs'], hosts: [] },
} as const

/** Every environment variable that the API reads. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape)

/** Settings of the API program. docs/reference/configuration.md describes every environment variable. */
export interface ApiConfig {
  readonly network: Variables['OPAL_NETWORK']
  /** Contracts of marketplaces that are not known on this network, by marketplace id. */
  readonly contracts: Readonly<Record<string, ContractsOverride>>
  /** The aggregator's package; null where none is known: batches across marketplaces are composed into scripts then. */
  readonly aggregator: Address | null
  readonly databaseUrl: string
  /** The same database through pgBouncer in transaction mode; null where every connection is direct. */
  readonly databasePooledUrl: string | null
  /** Databases that follow it, for reads, and how much older they may be, milliseconds. */
  readonly replicas: { readonly urls: readonly string[]; readonly maxLagMs: number }
  /** How long a request waits for a database that fails over, milliseconds. */
  readonly databaseRetryMs: number
  /** Node REST address, with /v1. It may hold a key: browsers get {@link nodePublicUrl}. */
  readonly nodeUrl: string
  /** Node REST address that browsers use, with /v1. */
  readonly nodePublicUrl: string
  readonly nodeApiKey: string | null
  /** The node that sign-ins are checked with: one of its own keeps its quota when trades use up the other's. */
  readonly signInNode: { readonly url: string; readonly apiKey: string | null }
  readonly faucetUrl: string | null
  readonly host: string
  readonly port: number
  /** Second listener that speaks only the chain indexer's GraphQL, where the official SDK looks for it. */
  readonly chainGraphqlPort: number
  /** Address that browsers use; null means host and port. */
  readonly publicUrl: string | null
  readonly webPublicUrl: string
  /** Whether `/docs` is served. */
  readonly servesDocs: boolean
  readonly ipfsGateways: readonly string[]
  readonly arweaveGateways: readonly string[]
  /** Hosts (`name` or `name:port`) that the media service may reach although their addresses are private. */
  readonly mediaAllowedHosts: readonly string[]
  /** Folder for sized images, or `s3://bucket/prefix`; null keeps them in memory. */
  readonly mediaCacheDir: string | null
  /** Folder where the indexer writes the nightly snapshots, or `s3://bucket/prefix`; null lists none. */
  readonly snapshotDir: string | null
  readonly s3: S3Settings
  /** Source of the price of one APT in USD. */
  readonly aptPriceSource: PriceSource
  /** Collections whose owners a view of the chain counts. */
  readonly ownerCounts: OwnerCountRules
  readonly devWalletScriptUrl: string | null
  /** Redis that several processes share; null where each works alone. */
  readonly redis: RedisAddress | null
  /** Time that shared responses are cached, milliseconds; 0 disables the cache. */
  readonly hotMs: number
  /** Time that collections are cached without a message of a change, milliseconds; 0 disables the cache. */
  readonly collectionMs: number
  /** Requests a minute and client; programs of this machine are exempt. */
  readonly rateLimitPerMinute: number
  /** Calls a minute and client that build a transaction: each asks the node several times. */
  readonly tradeLimitPerMinute: number
  /** GraphQL operations a minute and client: their cost is chosen by who asks. */
  readonly graphqlLimitPerMinute: number
  /** Addresses, networks and names of the proxies whose `X-Forwarded-For` counts. */
  readonly trustedProxies: readonly string[]
  /**
   * Whether requests from this machine are without limits. False where browsers come from elsewhere and `TRUST_PROXY` says
   * nothing: a proxy on this machine would have every visitor exempt.
   */
  readonly exemptsOwnMachine: boolean
  /** Token of the operator's calls; null refuses them all. */
  readonly operatorToken: string | null
  /** Where metrics are served; null serves none. */
  readonly metrics: { readonly host: string; readonly port: number } | null
  /** Where spans are sent; null traces nothing. */
  readonly tracing: TracingSettings | null
  /** How long it continues to answer after a stop signal, so that load balancers notice. */
  readonly drainMs: number
  readonly logLevel: Variables['LOG_LEVEL']
}

/**
 * Reads the settings from an environment.
 * @throws EnvironmentError naming every fault.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): ApiConfig {
  const set = readEnvironment({ failure: 'The API cannot start', schemas: variables.shape, env, faultsTogether })
  const isLocal = set.OPAL_NETWORK === 'local'
  return {
    network: set.OPAL_NETWORK,
    contracts: set.MARKETPLACE_CONTRACTS,
    aggregator: aggregatorOn(set.OPAL_NETWORK, set.AGGREGATOR_ADDRESS),
    databaseUrl: set.DATABASE_URL,
    databasePooledUrl: set.DATABASE_POOLED_URL ?? null,
    replicas: { urls: set.DATABASE_REPLICA_URL ?? [], maxLagMs: set.DATABASE_REPLICA_LAG_MS },
    databaseRetryMs: set.DATABASE_RETRY_MS,
    nodeUrl: nodeUrlOf(set),
    nodePublicUrl: set.NODE_PUBLIC_URL ?? PUBLIC_NODES[set.OPAL_NETWORK],
    nodeApiKey: set.NODE_API_KEY ?? null,
    signInNode: signInNodeOf(set),
    faucetUrl: set.FAUCET_URL ?? null,
    host: set.HOST,
    port: set.API_PORT,
    chainGraphqlPort: set.CHAIN_GRAPHQL_PORT,
    servesDocs: set.API_DOCS === undefined ? isLocal : set.API_DOCS === 'true',
    publicUrl: set.API_PUBLIC_URL ?? null,
    webPublicUrl: set.WEB_PUBLIC_URL,
    ipfsGateways: (set.IPFS_GATEWAYS ?? MEDIA_DEFAULTS[isLocal ? 'local' : 'public'].gateways).map((gateway) =>
      gateway.replace(/\/$/, ''),
    ),
    arweaveGateways: set.ARWEAVE_GATEWAYS.map((gateway) => gateway.replace(/\/$/, '')),
    mediaAllowedHosts: set.MEDIA_ALLOWED_HOSTS ?? MEDIA_DEFAULTS[isLocal ? 'local' : 'public'].hosts,
    mediaCacheDir: set.MEDIA_CACHE_DIR ?? null,
    snapshotDir: set.SNAPSHOT_DIR || null,
    s3: s3SettingsOf(set),
    aptPriceSource: set.APT_PRICE_SOURCE,
    ownerCounts: set.OWNER_COUNTS,
    devWalletScriptUrl: isLocal ? (set.DEV_WALLET_SCRIPT_URL ?? null) : null,
    redis: redisOf(set),
    hotMs: set.API_HOT_MS,
    collectionMs: set.API_COLLECTION_MS,
    rateLimitPerMinute: set.API_RATE_LIMIT,
    tradeLimitPerMinute: set.API_TRADE_LIMIT,
    graphqlLimitPerMinute: set.API_GRAPHQL_LIMIT,
    trustedProxies: set.TRUST_PROXY ?? [],
    exemptsOwnMachine: set.TRUST_PROXY !== undefined || !isPublished(set),
    operatorToken: set.OPERATOR_TOKEN ?? null,
    metrics: set.API_METRICS_PORT === undefined ? null : { host: set.API_METRICS_HOST, port: set.API_METRICS_PORT },
    tracing: tracingOf(set),
    drainMs: set.DRAIN_MS,
    logLevel: set.LOG_LEVEL,
  }
}

/** A node of its own has a key of its own: the other node's key is not shown to it. */
function signInNodeOf(set: Variables): ApiConfig['signInNode'] {
  const apiKey = set.SIGN_IN_NODE_API_KEY ?? null
  if (set.SIGN_IN_NODE_URL !== undefined) return { url: set.SIGN_IN_NODE_URL.replace(/\/$/, ''), apiKey }
  return { url: nodeUrlOf(set), apiKey: apiKey ?? set.NODE_API_KEY ?? null }
}

function nodeUrlOf({ NODE_URL, OPAL_NETWORK }: Variables): string {
  return (NODE_URL ?? PUBLIC_NODES[OPAL_NETWORK]).replace(/\/$/, '')
}

function redisOf(set: Variables): RedisAddress | null {
  if (set.REDIS_URL !== undefined) return { url: set.REDIS_URL }
  if (set.REDIS_SENTINELS === undefined) return null
  return {
    sentinels: set.REDIS_SENTINELS,
    name: set.REDIS_SENTINEL_NAME,
    password: set.REDIS_PASSWORD ?? null,
    sentinelPassword: set.REDIS_SENTINEL_PASSWORD ?? null,
  }
}

/** Returns whether browsers of other machines reach this site, directly or through a proxy. */
function isPublished({ WEB_PUBLIC_URL, API_PUBLIC_URL }: Variables): boolean {
  return [WEB_PUBLIC_URL, API_PUBLIC_URL].some((url) => url !== undefined && !isLoopbackUrl(url))
}
