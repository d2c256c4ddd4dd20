import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GEAR_MODULE } from '@opal/dev-chain/modules/gear/gear-facts'
import type { CliConfig } from '../config.ts'
import { ROOT } from '../repository.ts'
import type { Program } from '../supervisor/program.ts'
import { type Addresses, serverNodeOf } from './addresses.ts'
import { accepts, answers, hasMigrated } from './answers.ts'
import type { DataDirectory } from './data-directory.ts'
import { localOperatorToken } from './operator.ts'
import { environmentFor } from './program-variables.ts'
import type { ProgramName, StartOptions } from './start-options.ts'

/** Inputs of every program's environment. */
export interface ProgramContext {
  readonly options: StartOptions
  readonly addresses: Addresses
  readonly directory: DataDirectory
  readonly config: CliConfig
}

/**
 * Describes a program for the supervisor. Made when its turn comes: PostgreSQL's address is known only once it runs. Its environment
 * is what it reads of ours and of the person's.
 */
export function programOf(name: ProgramName, context: ProgramContext): Program {
  const program = { postgres, localnet, indexer, api, web }[name](context)
  return { ...program, env: environmentFor(name, program.env) }
}

/** A start may take any time while its steps are logged; a busy machine takes a while for one. */
const SILENT_FOR_MS = 90_000

/** Returns the address of the database in use, as its owner. */
export function databaseUrlOf({ config, directory }: ProgramContext): string {
  return config.DATABASE_URL ?? readFileSync(directory.databaseUrlFile, 'utf8')
}

/** Returns the same database for the API, which may change accounts but not what was read from the chain. */
function apiDatabaseUrlOf({ config, directory }: ProgramContext): string {
  if (config.DATABASE_URL === undefined) return readFileSync(directory.apiDatabaseUrlFile, 'utf8')
  return config.API_DATABASE_URL ?? config.DATABASE_URL
}

function postgres({ options, directory, config }: ProgramContext): Program {
  const port = options.ports.postgres
  // Databases of public networks hold users' rows and are durable; local and replayed ones are disposable.
  const isDurable = options.network !== 'local' && options.programs.includes('indexer')
  return {
    name: 'postgres',
    title: 'PostgreSQL',
    script: fileURLToPath(new URL('postgres-program.ts', import.meta.url)),
    args: [
      directory.postgres,
      String(port),
      directory.databaseUrlFile,
      directory.apiDatabaseUrlFile,
      isDurable ? 'own' : '',
    ],
    env: config.environment,
    // A server that outlived its keeper still answers, but is about to be ended by the next keeper.
    prepare: () => rmSync(directory.databaseUrlFile, { force: true }),
    isReady: async () => existsSync(directory.databaseUrlFile) && (await accepts(port)),
    silentForMs: SILENT_FOR_MS,
  }
}

/** With its demo market the localnet is a program of `dev/seeds`: one process runs the chain and its trading. */
function localnet({ options, directory, config }: ProgramContext): Program {
  const { ports } = options
  return {
    name: 'localnet',
    title: 'Localnet',
    script: join(ROOT, 'dev', options.demo ? 'seeds' : 'chain', 'src', 'main.ts'),
    env: {
      ...config.environment,
      HOST: '127.0.0.1',
      NODE_PORT: String(ports.node),
      FAUCET_PORT: String(ports.faucet),
      STREAM_PORT: String(ports.stream),
      READINESS_PORT: String(ports.readiness),
      ART_PORT: String(ports.art),
      LOCALNET_DATA_DIR: directory.chain,
      SEED_STORY: options.story ? 'on' : 'off',
    },
    isReady: () => answers(`http://127.0.0.1:${ports.readiness}/`),
    // It writes after each tenth of the market that it makes at first, and reads a long chain in one go.
    silentForMs: 5 * SILENT_FOR_MS,
  }
}

function indexer(context: ProgramContext): Program {
  const port = context.options.ports.indexer
  return {
    name: 'indexer',
    title: 'Indexer',
    script: join(ROOT, 'apps', 'indexer', 'src', 'main.ts'),
    env: { ...shared(context), DATABASE_URL: databaseUrlOf(context), INDEXER_PORT: String(port) },
    isReady: () => hasMigrated(`http://127.0.0.1:${port}`),
    silentForMs: SILENT_FOR_MS,
  }
}

function api(context: ProgramContext): Program {
  const { ports } = context.options
  return {
    name: 'api',
    title: 'API',
    script: join(ROOT, 'apps', 'api', 'src', 'main.ts'),
    env: {
      ...shared(context),
      DATABASE_URL: apiDatabaseUrlOf(context),
      API_PORT: String(ports.api),
      CHAIN_GRAPHQL_PORT: String(ports.chainGraphql),
      API_METRICS_PORT: String(ports.apiMetrics),
      MEDIA_CACHE_DIR: context.config.environment.MEDIA_CACHE_DIR ?? join(context.directory.path, 'media'),
      ...(context.options.network === 'local' && {
        OPERATOR_TOKEN: localOperatorToken(context.directory, context.config),
        // A made-up price for a made-up market.
        APT_PRICE_SOURCE: context.config.environment.APT_PRICE_SOURCE ?? 'static:8.50',
      }),
    },
    isReady: () => answers(`http://127.0.0.1:${ports.api}/healthz`),
    silentForMs: SILENT_FOR_MS,
  }
}

function web(context: ProgramContext): Program {
  const { web: port, webMetrics } = context.options.ports
  return {
    name: 'web',
    title: 'Web',
    script: join(ROOT, 'apps', 'web', 'src', 'main.ts'),
    env: {
      ...shared(context),
      WEB_PORT: String(port),
      WEB_METRICS_PORT: String(webMetrics),
      NETWORK_JSON: context.directory.networkJson,
    },
    isReady: () => answers(`http://127.0.0.1:${port}/healthz`),
    silentForMs: SILENT_FOR_MS,
  }
}

/** The programs above the chain share one description of the network; variables that are set win for the public ones. */
function shared(context: ProgramContext): Record<string, string> {
  const { options, addresses, config } = context
  const { ports, network } = options
  const local = {
    API_PUBLIC_URL: config.environment.API_PUBLIC_URL ?? addresses.socket,
    FAUCET_URL: addresses.faucet ?? '',
    IPFS_GATEWAYS: `http://127.0.0.1:${ports.art}/ipfs`,
    // Only the port of the art host: other programs on this machine serve no images.
    MEDIA_ALLOWED_HOSTS: `127.0.0.1:${ports.art}`,
    GEAR_MODULE,
    DEV_WALLET_SCRIPT_URL: `http://127.0.0.1:${ports.art}/dev-wallet.js`,
  }
  return {
    ...config.environment,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    INDEXER_HOST: '127.0.0.1',
    OPAL_NETWORK: network,
    NODE_URL: serverNodeOf(network, addresses, config),
    NODE_PUBLIC_URL: addresses.node,
    STREAM_ADDRESS: addresses.stream,
    SNAPSHOT_DIR: config.environment.SNAPSHOT_DIR ?? join(context.directory.path, 'snapshots'),
    WEB_PUBLIC_URL: config.environment.WEB_PUBLIC_URL ?? addresses.web,
    ...(network === 'local' ? local : {}),
  }
}
