import { toAddressOrNull } from '@opal/domain/address'
import type { VariableFault } from '@opal/domain/environment/read-environment'
import { parseTrustedProxies } from '@opal/domain/limits/trusted-proxies'
import { NETWORK_NAMES } from '@opal/domain/network'
import { namesUser, publishedFaults, secretInUrl } from '@opal/domain/text/published-url'
import { parseContracts } from '@opal/marketplaces/contracts/parse-contracts'
import { parseS3Place } from '@opal/runtime/objects/object-folder'
import * as z from 'zod'
import { parseOwnerCounts } from './resources/collections/owner-counts.ts'
import { parsePriceSource } from './resources/network/apt-price.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
/** Treats an empty variable as unset. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const HTTP = { protocol: /^https?$/, error: 'expected http:// or https://' }

const optionalUrl = optional(z.url(HTTP))
const nodeUrl = optional(
  z
    .url({ ...HTTP, abort: true })
    .refine((url) => !namesUser(url), 'contains a user name: set the key in its own variable'),
)
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'expected postgres://user@host:port/database' })
const redisUrl = optional(z.url({ protocol: /^rediss?$/, error: 'expected redis:// or rediss://' }))

const hostAndPort = z
  .string()
  .regex(/^[^\s:]+:\d{1,5}$/, 'expected host:port')
  .transform((text) => {
    const [host = '', number = ''] = text.split(':')
    return { host, port: Number(number) }
  })

/** Parses a string by a function, whose exception becomes the issue. */
const parsedBy = <Value>(parse: (text: string) => Value) =>
  z.string().transform((text, context) => {
    try {
      return parse(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })

/** A local folder, or `s3://bucket/prefix`. */
const place = parsedBy((text) => {
  parseS3Place(text)
  return text
})

const optionalAddress = optional(z.string().refine((text) => toAddressOrNull(text) !== null, 'expected an address'))

const priceSource = z.string().transform((text, context) => {
  const source = parsePriceSource(text)
  if (source !== null) return source
  context.addIssue({ code: 'custom', message: 'expected static:<usd>, coingecko or pyth' })
  return z.NEVER
})

const ARWEAVE_GATEWAYS = 'https://arweave.net,https://permagate.io'

/** A URL that is sent to browsers. */
const publishedUrl = z.url(HTTP).superRefine((url, context) => {
  const secret = URL.canParse(url) ? secretInUrl(url) : null
  if (secret !== null) context.addIssue({ code: 'custom', message: secret })
})

/** Schema of each environment variable that the API reads. */
export const variables = z.object({
  OPAL_NETWORK: z.enum(NETWORK_NAMES),
  MARKETPLACE_CONTRACTS: parsedBy(parseContracts).prefault(''),
  AGGREGATOR_ADDRESS: optionalAddress,
  DATABASE_URL: postgresUrl,
  DATABASE_POOLED_URL: optional(postgresUrl),
  DATABASE_REPLICA_URL: optional(list.pipe(z.array(postgresUrl).min(1))),
  DATABASE_REPLICA_LAG_MS: z.coerce.number().int().min(0).max(3_600_000).default(5_000),
  DATABASE_RETRY_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  NODE_URL: nodeUrl,
  NODE_API_KEY: optional(z.string()),
  NODE_PUBLIC_URL: optional(publishedUrl),
  SIGN_IN_NODE_URL: nodeUrl,
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
  S3_ENDPOINT: optional(z.url(HTTP)),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  APT_PRICE_SOURCE: priceSource.prefault('static:0'),
  OWNER_COUNTS: parsedBy(parseOwnerCounts).prefault(''),
  DEV_WALLET_SCRIPT_URL: optionalUrl,
  API_METRICS_HOST: z.string().default('127.0.0.1'),
  API_METRICS_PORT: optional(port),
  DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url(HTTP)),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
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
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** Returns what several variables have wrong together. */
export function faultsTogether(set: Partial<Variables>): readonly VariableFault[] {
  const faults: VariableFault[] = [...publishedFaults(set)]
  if (set.REDIS_URL !== undefined && set.REDIS_SENTINELS !== undefined)
    faults.push({ variable: 'REDIS_SENTINELS', message: 'set REDIS_URL or these, not both' })
  if ((set.S3_ACCESS_KEY_ID === undefined) !== (set.S3_SECRET_ACCESS_KEY === undefined))
    faults.push({ variable: 'S3_ACCESS_KEY_ID', message: 'set it and S3_SECRET_ACCESS_KEY, or neither' })
  return faults
}

/** Parsed environment variables. */
export type Variables = z.output<typeof variables>
