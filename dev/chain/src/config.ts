import { isLoopbackHost } from '@opal/domain/text/published-url'
import * as z from 'zod'

/** Settings of the localnet program. Ports are on `host`; 0 takes any free one. */
export interface LocalnetConfig {
  readonly host: string
  readonly nodePort: number
  readonly faucetPort: number
  readonly streamPort: number
  readonly readinessPort: number
  /** Folder of the chain's log; null keeps the chain in memory. */
  readonly dataDir: string | null
  /** Longest a submitted transaction is pending before its block is made, milliseconds. */
  readonly blockDelayMs: number
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
}

const port = (standard: number) => z.coerce.number().int().min(0).max(65_535).default(standard)

const Environment = z.object({
  HOST: z
    .string()
    .refine(isLoopbackHost, 'is not loopback: keys of localnet are known to everyone, so it is for this machine alone')
    .default('127.0.0.1'),
  NODE_PORT: port(8080),
  FAUCET_PORT: port(8081),
  STREAM_PORT: port(50_051),
  READINESS_PORT: port(8070),
  LOCALNET_DATA_DIR: z.string().min(1).optional(),
  // A person's transaction is pending for a moment, as on a real network.
  BLOCK_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(150),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** Every environment variable that the localnet reads. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape)

/**
 * Reads the settings from the environment.
 * @throws Error that names every faulty variable.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): LocalnetConfig {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`The localnet's settings are wrong:\n${z.prettifyError(parsed.error)}`)
  const { data } = parsed
  return {
    host: data.HOST,
    nodePort: data.NODE_PORT,
    faucetPort: data.FAUCET_PORT,
    streamPort: data.STREAM_PORT,
    readinessPort: data.READINESS_PORT,
    dataDir: data.LOCALNET_DATA_DIR ?? null,
    blockDelayMs: data.BLOCK_DELAY_MS,
    logLevel: data.LOG_LEVEL,
  }
}
