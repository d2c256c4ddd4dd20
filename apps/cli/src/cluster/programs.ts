import { join } from 'node:path'
import type { CliConfig } from '../config.ts'
import { type Addresses, addressesOf } from '../start/addresses.ts'
import { answers } from '../start/answers.ts'
import type { Ports } from '../start/ports.ts'
import { programOf } from '../start/programs.ts'
import { PROGRAM_NAMES, type ProgramName, type StartOptions } from '../start/start-options.ts'
import type { Program } from '../supervisor/program.ts'
import { type Cluster, HOST } from './cluster.ts'
import { backrestFile } from './database/database.ts'

/** Instances of each program: two of the API, the site and the indexer. */
export const INSTANCES = [1, 2] as const
export type InstanceNumber = (typeof INSTANCES)[number]

/** Bucket of the object store, for images and snapshots. */
export const BUCKET = 'opal'
/** Long enough for two failed health checks of HAProxy before an API or a site ends. */
const DRAIN_MS = 1_500
const SILENT_FOR_MS = 30_000
/**
 * Most MiB of a program's heap: half of its memory limit in `deploy/kubernetes`, which is what Node takes in a container. Without it, on a machine
 * with much memory V8 lets garbage grow to four times what is in use.
 */
const HEAP_MIB: Readonly<Partial<Record<ProgramName, number>>> = { indexer: 1_024, api: 1_024, web: 512 }

/** Settings of the programs in a cluster. */
export interface ProgramSettings {
  readonly config: CliConfig
  /** Whether the seeded traders continue to trade. */
  readonly story: boolean
}

/** Returns the addresses of HAProxy's front ends, and those of the chain. */
export function publicAddresses({ ports }: Cluster, config: CliConfig): Addresses {
  return addressesOf('local', ports, config)
}

/** Describes one instance of a program, with the settings that all instances share. */
export function clusterProgram(
  kind: Exclude<ProgramName, 'postgres'>,
  n: InstanceNumber,
  cluster: Cluster,
  settings: ProgramSettings,
): Program {
  const { config, story } = settings
  const ports = portsOf(cluster, n)
  const options: StartOptions = {
    network: 'local',
    dataDir: cluster.directory.path,
    ports,
    programs: PROGRAM_NAMES,
    demo: true,
    story,
    reset: false,
    yes: false,
  }
  const environment = {
    ...config.environment,
    ...environmentOf(cluster),
    ...heapOptions(config.environment, HEAP_MIB[kind]),
  }
  const databases = { DATABASE_URL: ownerUrl(cluster), API_DATABASE_URL: databaseUrl(cluster, 'api', 'primary') }
  const program = programOf(kind, {
    options,
    addresses: publicAddresses(cluster, config),
    directory: cluster.directory,
    config: { ...config, ...databases, environment },
  })
  return kind === 'localnet' ? program : { ...program, name: `${kind}${n}`, title: `${program.title} ${n}` }
}

/** Returns the database's address for its owner, through HAProxy to the current primary. */
export function ownerUrl(cluster: Cluster): string {
  return databaseUrl(cluster, 'owner', 'primary')
}

const USERS = { owner: 'opal', api: 'opal_api_user' } as const

function databaseUrl(
  { ports, secrets }: Cluster,
  user: keyof typeof USERS,
  entry: 'primary' | 'replicas' | 'pgbouncer',
): string {
  return `postgres://${USERS[user]}:${secrets[user]}@${HOST}:${ports[entry]}/opal`
}

function portsOf({ ports }: Cluster, n: InstanceNumber): Ports {
  return {
    web: ports[`web${n}`],
    api: ports[`api${n}`],
    chainGraphql: ports[`chainGraphql${n}`],
    node: ports.node,
    faucet: ports.faucet,
    art: ports.art,
    readiness: ports.readiness,
    indexer: ports[`indexer${n}`],
    apiMetrics: ports[`apiMetrics${n}`],
    webMetrics: ports[`webMetrics${n}`],
    stream: ports.stream,
    postgres: ports.primary,
  }
}

/** Returns the options of Node that bound a program's heap; an operator's own `NODE_OPTIONS` win. */
function heapOptions(
  environment: CliConfig['environment'],
  heapMib: number | undefined,
): Readonly<Record<string, string>> {
  if (heapMib === undefined) return {}
  const { NODE_OPTIONS = '' } = environment
  return { NODE_OPTIONS: `--max-old-space-size=${heapMib} ${NODE_OPTIONS}`.trimEnd() }
}

/** Variables of the programs in addition to those that `npm start` sets; each program gets only its own. */
function environmentOf(cluster: Cluster): Readonly<Record<string, string>> {
  const { ports, secrets } = cluster
  return {
    DATABASE_REPLICA_URL: databaseUrl(cluster, 'api', 'replicas'),
    DATABASE_POOLED_URL: databaseUrl(cluster, 'api', 'pgbouncer'),
    REDIS_SENTINELS: [ports.sentinel1, ports.sentinel2, ports.sentinel3].map((port) => `${HOST}:${port}`).join(','),
    REDIS_PASSWORD: secrets.redis,
    REDIS_SENTINEL_PASSWORD: secrets.sentinel,
    MEDIA_CACHE_DIR: `s3://${BUCKET}/media`,
    SNAPSHOT_DIR: `s3://${BUCKET}/snapshots`,
    S3_ENDPOINT: `http://${HOST}:${ports.s3}`,
    S3_ACCESS_KEY_ID: secrets.s3Key,
    S3_SECRET_ACCESS_KEY: secrets.s3Secret,
    API_INTERNAL_URL: `http://${HOST}:${ports.api}`,
    DRAIN_MS: String(DRAIN_MS),
    // HAProxy runs on this machine.
    TRUST_PROXY: 'loopback',
  }
}

/** Describes what serves the metrics of pgBouncer. */
export function pgbouncerExporter({ ports, secrets }: Cluster, config: CliConfig): Program {
  const { PATH = '' } = config.environment
  return {
    name: 'pgbouncerExporter',
    title: 'Exporter of pgBouncer',
    script: join(import.meta.dirname, 'metrics/pgbouncer-metrics-program.ts'),
    args: [String(ports.pgbouncerExporter), String(ports.pgbouncer)],
    env: { PATH, PGUSER: 'pgbouncer', PGPASSWORD: secrets.pgbouncer },
    isReady: () => answers(`http://${HOST}:${ports.pgbouncerExporter}/metrics`),
    silentForMs: SILENT_FOR_MS,
  }
}

/** Describes what serves the age of the newest backup. */
export function backupExporter(cluster: Cluster, config: CliConfig): Program {
  const { PATH = '' } = config.environment
  const port = cluster.ports.backupExporter
  return {
    name: 'backupExporter',
    title: 'Exporter of backups',
    script: join(import.meta.dirname, 'metrics/backup-metrics-program.ts'),
    args: [HOST, String(port), backrestFile(cluster)],
    env: { PATH },
    isReady: () => answers(`http://${HOST}:${port}/metrics`),
    silentForMs: SILENT_FOR_MS,
  }
}

/** Describes the cluster's object store for media and snapshots: a small one from npm, reachable on this machine only. */
export function objectStore({ ports }: Cluster, config: CliConfig): Program {
  const { PATH = '' } = config.environment
  return {
    name: 's3',
    title: 'Object store',
    script: join(import.meta.dirname, 'object-store-program.ts'),
    args: [String(ports.s3), BUCKET],
    env: { PATH },
    isReady: () => answers(`http://${HOST}:${ports.s3}/health`),
    silentForMs: SILENT_FOR_MS,
  }
}
