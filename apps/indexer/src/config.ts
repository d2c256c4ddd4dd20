import { leanScope, type StateScope } from '@opal/chain/state/state-scope'
import { readEnvironment, type VariableFault } from '@opal/domain/environment/read-environment'
import { CHAIN_IDS, NETWORK_NAMES, PUBLIC_STREAMS } from '@opal/domain/network'
import { networkFaults } from '@opal/domain/text/published-url'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { parseContracts } from '@opal/marketplaces/contracts/parse-contracts'
import {
  OBJECT_STORE_VARIABLES,
  objectStoreFaults,
  place,
  s3SettingsOf,
} from '@opal/runtime/environment/object-variables'
import {
  chainAddress,
  httpUrl,
  list,
  logLevel,
  nodeUrl,
  optional,
  parsedBy,
  port,
  postgresUrl,
  TRACING_VARIABLES,
  tracingOf,
} from '@opal/runtime/environment/variables'
import { z } from 'zod'

const LOCAL_GATEWAY = 'http://127.0.0.1:8082/ipfs'
const PUBLIC_GATEWAYS = 'https://ipfs.io/ipfs,https://dweb.link/ipfs'
const ARWEAVE_GATEWAYS = 'https://arweave.net,https://permagate.io'

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')
const gateways = list.pipe(z.array(httpUrl))

const variables = z.object({
  /** Chain to follow. */
  OPAL_NETWORK: z.enum(NETWORK_NAMES),
  /** Contracts of marketplaces that are not known: `id=package:feeSchedule:15/1000`, comma-separated. */
  MARKETPLACE_CONTRACTS: parsedBy(parseContracts).prefault(''),
  /** Our aggregator's package, where it is not the network's own: purchases through it earn points. */
  AGGREGATOR_ADDRESS: optional(chainAddress),
  DATABASE_URL: postgresUrl,
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
  NODE_URL: optional(nodeUrl),
  /** Key that this node asks for. */
  NODE_API_KEY: optional(z.string()),
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
  /** Object store of snapshots. */
  ...OBJECT_STORE_VARIABLES,
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
  INDEXER_PORT: port.optional(),
  /** Batches are traced. */
  ...TRACING_VARIABLES,
  LOG_LEVEL: logLevel,
})

type Variables = z.output<typeof variables>

function faultsTogether({ OPAL_NETWORK, INDEXER_HOST: value, ...set }: Partial<Variables>): readonly VariableFault[] {
  const faults = objectStoreFaults(set)
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
    nodeApiKey: env.NODE_API_KEY ?? null,
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
    tracing: tracingOf(env),
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
