import type { Localnet } from '@opal/dev-chain/start'

/** Environment of a localnet on free ports, with quick blocks. Only fatal lines are logged. */
export const LOCALNET_ENVIRONMENT = {
  HOST: '127.0.0.1',
  NODE_PORT: '0',
  FAUCET_PORT: '0',
  STREAM_PORT: '0',
  READINESS_PORT: '0',
  BLOCK_DELAY_MS: '40',
  LOG_LEVEL: 'fatal',
} as const

/** Environment of the small demo market, without automatic trading. */
export const SMALL_MARKET_ENVIRONMENT = {
  ...LOCALNET_ENVIRONMENT,
  ART_PORT: '0',
  SEED_STORY: 'off',
  SEED_SCALE: 'small',
} as const

/** Returns the environment of programs that index and serve a localnet. `DATABASE_URL` is the database owner's. */
export function localEnvironment(
  { nodeUrl, streamAddress }: Pick<Localnet, 'nodeUrl' | 'streamAddress'>,
  databaseUrl: string,
) {
  return {
    OPAL_NETWORK: 'local',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: databaseUrl,
    NODE_URL: nodeUrl,
    STREAM_ADDRESS: streamAddress,
    CHAIN_GRAPHQL_PORT: '0',
  } as const
}
