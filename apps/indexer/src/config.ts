import { leanScope, type StateScope } from '@opal/chain/state/state-scope'
import { toAddressOrNull } from '@opal/domain/address'
import { readEnvironment, type VariableFault } from '@opal/domain/environment/read-environment'
import { CHAIN_IDS, NETWORK_NAMES, PUBLIC_STREAMS } from '@opal/domain/network'
import { namesUser, networkFaults } from '@opal/domain/text/published-url'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { parseContracts } from '@opal/marketplaces/contracts/parse-contracts'
import { parseS3Place, s3SettingsOf } from '@opal/runtime/objects/object-folder'
import { z } from 'zod'

const LOCAL_GATEWAY = 'http://127.0.0.1:8082/ipfs'
const PUBLIC_GATEWAYS = 'https://ipfs.io/ipfs,https://dweb.link/ipfs'
const ARWEAVE_GATEWAYS = 'https://arweave.net,https://permagate.io'

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

const HTTP = { protocol: /^https?$/, error: 'expected http:// or https://' }

const gateways = list.pipe(z.array(z.url(HTTP)))

const contracts = z.string().transform((text, context) => {
  try {
    return parseContracts(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

/** Treats an empty variable as unset. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** A folder of this machine, or of an object store. */
const place = z.string().superRefine((text, context) => {
  try {
    parseS3Place(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})

const variables = z.object({
  /** Chain to follow. */
  OPAL_NETWORK: z.enum(NETWORK_NAMES),
  /** Contracts of marketplaces that are not known: `id=package:feeSchedule:15/1000`, comma-separated. */
  MARKETPLACE_CONTRACTS: contracts.prefault(''),
  /** Our aggregator's package, where it is not the network's own: purchases through it earn points. */
  AGGREGATOR_ADDRESS: z
    .string()
    .optional()
    .transform((text) => text || undefined)
    .refine((text) => text === undefined || toAddressOrNull(text) !== null, 'expected an address'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'expected postgres://user@host:port/database' }),
  /** `host:port` of the transaction stream; unset for the network's own. */
  STREAM_ADDRESS: optional(z.string().regex(/^[^\s/]+:\d+$/, 'expected host:port')),
  STREAM_API_KEY: z.string().optional(),
  STREAM_TLS: flag.optional(),
  /** First version of an empty database. */
  STREAM_START_VERSION: z
    .string()
    .regex(/^\d{1,19}$/, 'expected a version')
    .transform(BigInt)
    .default(0n),
  /** Silence after which the stream counts as lost, milliseconds. */
  STREAM_SILENCE_MS: z.coerce.number().int().min(100).max(3_600_000).default(60_000),
  /** Fullnode REST URL with `/v1`, which reports the head; without it one call reads the backfill. */
  NODE_URL: optional(
    z.url({ ...HTTP, abort: true }).refine((url) => !namesUser(url), 'holds a user: give the key by NODE_API_KEY'),
  ),
  /** Key that this node asks for. */
  NODE_API_KEY: z
    .string()
    .optional()
    .transform((key) => key || null),
  /** Number of parallel calls that read the backfill while the head is far. */
  STREAM_BACKFILL_CALLS: z.coerce.number().int().min(1).max(16).default(3),
  /** Most MiB that may wait for their turn, over all of these calls. */
  STREAM_BACKFILL_MIB: z.coerce.number().int().min(1).max(16_384).default(96),
  /** Whether an empty store is backfilled in two passes: raw rows by COPY, then everything derived. */
  STREAM_BACKFILL_COPY: flag.prefault('false'),
  /** Chain id, where it is not the network's own (a replayed chain). */
  STREAM_CHAIN_ID: z.coerce.number().int().min(1).max(255).optional(),
  /** Followed coins and fungible assets; other than `none`, every transaction is decoded. */
  INDEX_FUNGIBLE_ASSETS: z.enum(['none', 'apt', 'all']).optional(),
  /** Followed objects: tokens and collections, all, or all with every write to each. */
  INDEX_OBJECTS: z.enum(['tokens', 'all', 'history']).optional(),
  /**
   * Whether user transactions, the keys of their senders and the tables they write are followed. Other than
   * `none`, every transaction is decoded.
   */
  INDEX_TRANSACTIONS: z.enum(['none', 'all']).optional(),
  /** Gateways raced for `ipfs://`, comma-separated. */
  IPFS_GATEWAYS: gateways.optional(),
  /** Gateways raced for `ar://`, comma-separated. */
  ARWEAVE_GATEWAYS: gateways.prefault(ARWEAVE_GATEWAYS),
  /** Whether images are fetched and measured (size, dominant colour). Each is up to 25 MB of traffic. */
  MEASURE_IMAGES: flag.prefault('true'),
  /** Hosts that metadata may be fetched from although they are not public, comma-separated. */
  MEDIA_ALLOWED_HOSTS: list.optional(),
  /** Directory of nightly snapshots, or `s3://bucket/prefix`; absent disables them. */
  SNAPSHOT_DIR: place.optional(),
  /** Object store of snapshots; null for the provider of the region. */
  S3_ENDPOINT: optional(z.url(HTTP)),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  /** Time of the nightly snapshot, UTC. */
  SNAPSHOT_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected HH:MM')
    .default('03:15'),
  /** Nights retained. */
  SNAPSHOTS_KEPT: z.coerce.number().int().min(1).max(366).default(7),
  /** Host of `/healthz` and `/metrics`. They expose internals, so the default is this machine only. */
  INDEXER_HOST: z.string().default('127.0.0.1'),
  /** Serves /healthz, /readyz and /metrics; absent serves nothing, 0 picks a port. */
  INDEXER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url(HTTP)),
  /** Share of the batches that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

type Variables = z.output<typeof variables>

function faultsTogether({ OPAL_NETWORK, INDEXER_HOST: value, ...set }: Partial<Variables>): readonly VariableFault[] {
  const faults: VariableFault[] = []
  if ((set.S3_ACCESS_KEY_ID === undefined) !== (set.S3_SECRET_ACCESS_KEY === undefined))
    faults.push({ variable: 'S3_ACCESS_KEY_ID', message: 'set it and S3_SECRET_ACCESS_KEY, or neither' })
  if (OPAL_NETWORK === undefined || value === undefined) return faults
  return [...faults, ...networkFaults(OPAL_NETWORK, { variable: 'INDEXER_HOST', value }, {})]
}

function configOf(env: Variables) {
  return {
    network: env.OPAL_NETWORK,
    chainId: env.STREAM_CHAIN_ID ?? CHAIN_IDS[env.OPAL_NETWORK],
    contracts: env.MARKETPLACE_CONTRACTS,
    aggregator: aggregatorOn(env.OPAL_NETWORK, env.AGGREGATOR_ADDRESS),
    databaseUrl: env.DATABASE_URL,
    nodeUrl: env.NODE_URL ?? null,
    nodeApiKey: env.NODE_API_KEY,
    stream: {
      address: env.STREAM_ADDRESS ?? PUBLIC_STREAMS[env.OPAL_NETWORK],
      apiKey: env.STREAM_API_KEY ?? null,
      tls: env.STREAM_TLS ?? env.OPAL_NETWORK !== 'local',
      startVersion: env.STREAM_START_VERSION,
      silenceMs: env.STREAM_SILENCE_MS,
      backfill: { calls: env.STREAM_BACKFILL_CALLS, maxBytes: env.STREAM_BACKFILL_MIB * 1_048_576 },
      copiesPast: env.STREAM_BACKFILL_COPY,
    },
    scope: {
      ...leanScope(env.OPAL_NETWORK),
      fungible: env.INDEX_FUNGIBLE_ASSETS ?? (env.OPAL_NETWORK === 'local' ? 'all' : 'none'),
      objects: env.INDEX_OBJECTS ?? (env.OPAL_NETWORK === 'local' ? 'all' : 'tokens'),
      transactions: env.INDEX_TRANSACTIONS ?? (env.OPAL_NETWORK === 'local' ? 'all' : 'none'),
    } satisfies StateScope,
    media: {
      gateways: env.IPFS_GATEWAYS ?? (env.OPAL_NETWORK === 'local' ? LOCAL_GATEWAY : PUBLIC_GATEWAYS).split(','),
      arweaveGateways: env.ARWEAVE_GATEWAYS,
      measuresImages: env.MEASURE_IMAGES,
      allowedHosts: env.MEDIA_ALLOWED_HOSTS ?? (env.OPAL_NETWORK === 'local' ? ['127.0.0.1', 'localhost'] : []),
    },
    snapshots:
      env.SNAPSHOT_DIR === undefined || env.SNAPSHOT_DIR === ''
        ? null
        : { place: env.SNAPSHOT_DIR, minuteOfDay: minuteOfDay(env.SNAPSHOT_AT), retained: env.SNAPSHOTS_KEPT },
    s3: s3SettingsOf(env),
    status: env.INDEXER_PORT === undefined ? null : { host: env.INDEXER_HOST, port: env.INDEXER_PORT },
    /** Where spans are sent; null traces nothing. */
    tracing:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
    logLevel: env.LOG_LEVEL,
  }
}

function minuteOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** Every environment variable that the indexer reads. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape)

/** The indexer's configuration. */
export type IndexerConfig = Readonly<ReturnType<typeof configOf>>

/**
 * Reads the configuration from environment variables.
 * @throws EnvironmentError that names all faults together.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): IndexerConfig {
  return configOf(
    readEnvironment({ failure: 'The indexer cannot start', schemas: variables.shape, env, faultsTogether }),
  )
}
