import { readEnvironment } from '@opal/domain/environment/read-environment'
import { NETWORK_NAMES } from '@opal/domain/network'
import { parseContracts } from '@opal/marketplaces/contracts/parse-contracts'
import { chainAddress, httpUrl, parsedBy, postgresUrl } from '@opal/runtime/environment/variables'
import * as z from 'zod'

const Environment = z.object({
  OPAL_NETWORK: z.enum(NETWORK_NAMES).default('local'),
  /** Contracts of marketplaces and our aggregator's package; the programs we start read them themselves. */
  MARKETPLACE_CONTRACTS: parsedBy(parseContracts).prefault(''),
  AGGREGATOR_ADDRESS: chainAddress.optional(),
  DATABASE_URL: postgresUrl.optional(),
  /** The same database for the API, by a role with fewer rights. */
  API_DATABASE_URL: postgresUrl.optional(),
  NODE_URL: httpUrl.optional(),
  NODE_API_KEY: z.string().min(1).optional(),
  NODE_PUBLIC_URL: httpUrl.optional(),
  STREAM_ADDRESS: z.string().min(1).optional(),
  STREAM_API_KEY: z.string().min(1).optional(),
  CHROME_PATH: z.string().min(1).optional(),
  PGBOUNCER_PATH: z.string().min(1).optional(),
  REDIS_SERVER_PATH: z.string().min(1).optional(),
  RECORDED_DATA_DIR: z.string().min(1).optional(),
  /** Set by scripts/run.mjs: when the person pressed return, in milliseconds since 1970. */
  OPAL_STARTED_AT: z.coerce.number().int().optional(),
})

/** Every environment variable that the commands read. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape)

/** Environment variables of the commands; `docs/reference/configuration.md` has the whole table. */
export interface CliConfig extends z.output<typeof Environment> {
  /** Everything; a program that we start is given its part (`start/program-variables.ts`). */
  readonly environment: Readonly<Record<string, string>>
}

/** @throws EnvironmentError that names every faulty variable. */
export function readConfig(source: Readonly<Record<string, string | undefined>> = process.env): CliConfig {
  const given = Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
  const set = readEnvironment({ failure: 'The environment is wrong', schemas: Environment.shape, env: given })
  return { ...set, environment: given }
}

/**
 * Sets this process to production mode. Libraries choose between their builds when they are imported, so this runs
 * before that.
 */
export function runAsInProduction(environment: NodeJS.ProcessEnv = process.env): void {
  environment.NODE_ENV = 'production'
}

/**
 * Returns the environment of a build: its own, in production mode. A test runner that starts a build says "test", which would put React's
 * development code into it.
 */
export function productionEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...environment, NODE_ENV: 'production' }
}
