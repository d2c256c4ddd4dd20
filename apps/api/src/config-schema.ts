import type { VariableFault } from '@opal/domain/environment/read-environment'
import { parseTrustedProxies } from '@opal/domain/limits/trusted-proxies'
import { NETWORK_NAMES } from '@opal/domain/network'
import { publishedFaults } from '@opal/domain/text/published-url'
import { parseContracts } from '@opal/marketplaces/contracts/parse-contracts'
import { OBJECT_STORE_VARIABLES, objectStoreFaults, place } from '@opal/runtime/environment/object-variables'
import {
  chainAddress,
  drainMs,
  httpUrl,
  list,
  logLevel,
  nodeUrl,
  optional,
  parsedBy,
  port,
  postgresUrl,
  publishedUrl,
  TRACING_VARIABLES,
} from '@opal/runtime/environment/variables'
import * as z from 'zod'
import { parseOwnerCounts } from './resources/collections/owner-counts.ts'
import { parsePriceSource } from './resources/network/apt-price.ts'

const redisUrl = optional(z.url({ protocol: /^rediss?$/, error: 'expected redis:// or rediss://' }))

const hostAndPort = z
  .string()
  .regex(/^[^\s:]+:\d{1,5}$/, 'expected host:port')
  .transform((text) => {
    const [host = '', number = ''] = text.split(':')
    return { host, port: Number(number) }
  })

const priceSource = parsedBy((text) => {
  const source = parsePriceSource(text)
  if (source === null) throw new Error('expected static:<usd>, coingecko or pyth')
  return source
})

const ARWEAVE_GATEWAYS = 'https://arweave.net,https://permagate.io'

/** Schema of each environment variable that the API reads. */
export const variables = z.object({
  OPAL_NETWORK: z.enum(NETWORK_NAMES),
  MARKETPLACE_CONTRACTS: parsedBy(parseContracts).prefault(''),
  AGGREGATOR_ADDRESS: optional(chainAddress),
  DATABASE_URL: postgresUrl,
  DATABASE_POOLED_URL: optional(postgresUrl),
  DATABASE_REPLICA_URL: optional(list.pipe(z.array(postgresUrl).min(1))),
  DATABASE_REPLICA_LAG_MS: z.coerce.number().int().min(0).max(3_600_000).default(5_000),
  DATABASE_RETRY_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  NODE_URL: optional(nodeUrl),
  NODE_API_KEY: optional(z.string()),
  NODE_PUBLIC_URL: optional(publishedUrl),
  SIGN_IN_NODE_URL: optional(nodeUrl),
  SIGN_IN_NODE_API_KEY: optional(z.string()),
  FAUCET_URL: optional(publishedUrl),
  HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(3001),
  CHAIN_GRAPHQL_PORT: port.default(8090),
  API_PUBLIC_URL: optional(publishedUrl),
  API_DOCS: z.enum(['true', 'false']).optional(),
  WEB_PUBLIC_URL: publishedUrl.default('http://127.0.0.1:3000'),
  IPFS_GATEWAYS: list.optional(),
  ARWEAVE_GATEWAYS: list.prefault(ARWEAVE_GATEWAYS),
  MEDIA_ALLOWED_HOSTS: list.optional(),
  MEDIA_CACHE_DIR: place.optional(),
  SNAPSHOT_DIR: place.optional(),
  ...OBJECT_STORE_VARIABLES,
  APT_PRICE_SOURCE: priceSource.prefault('static:0'),
  OWNER_COUNTS: parsedBy(parseOwnerCounts).prefault(''),
  DEV_WALLET_SCRIPT_URL: optional(httpUrl),
  API_METRICS_HOST: z.string().default('127.0.0.1'),
  API_METRICS_PORT: optional(port),
  DRAIN_MS: drainMs,
  ...TRACING_VARIABLES,
  REDIS_URL: redisUrl,
  REDIS_SENTINELS: optional(list.pipe(z.array(hostAndPort).min(1))),
  REDIS_SENTINEL_NAME: z.string().min(1).default('opal'),
  REDIS_PASSWORD: optional(z.string()),
  REDIS_SENTINEL_PASSWORD: optional(z.string()),
  API_HOT_MS: z.coerce.number().int().min(0).max(60_000).default(1000),
  API_COLLECTION_MS: z.coerce.number().int().min(0).max(600_000).default(10_000),
  API_RATE_LIMIT: z.coerce.number().int().min(1).default(3000),
  API_TRADE_LIMIT: z.coerce.number().int().min(1).default(60),
  API_GRAPHQL_LIMIT: z.coerce.number().int().min(1).default(120),
  OPERATOR_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
  TRUST_PROXY: optional(parsedBy(parseTrustedProxies)),
  LOG_LEVEL: logLevel,
})

/** Returns what several variables have wrong together. */
export function faultsTogether(set: Partial<Variables>): readonly VariableFault[] {
  const faults: VariableFault[] = [...publishedFaults(set), ...objectStoreFaults(set)]
  if (set.REDIS_URL !== undefined && set.REDIS_SENTINELS !== undefined)
    faults.push({ variable: 'REDIS_SENTINELS', message: 'set REDIS_URL or these, not both' })
  return faults
}

/** Parsed environment variables. */
export type Variables = z.output<typeof variables>
