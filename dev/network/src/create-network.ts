import { readConfig as readApiConfig } from '@opal/api/config'
import { start as startApi } from '@opal/api/start'
import { readConfig as readLocalnetConfig } from '@opal/dev-chain/config'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { GEAR_MODULE } from '@opal/dev-chain/modules/gear/gear-facts'
import { type Localnet, start as startLocalnet } from '@opal/dev-chain/start'
import { demoAccounts } from '@opal/dev-seeds/accounts/demo-cast'
import { readConfig as readSeedsConfig } from '@opal/dev-seeds/config'
import { startArtHost } from '@opal/dev-seeds/host/start-art-host'
import { walletScript } from '@opal/dev-seeds/host/wallet-script'
import { type DemoNetwork, start as startSeeds } from '@opal/dev-seeds/start'
import { readConfig as readIndexerConfig } from '@opal/indexer/config'
import { start as startIndexer } from '@opal/indexer/start'
import { freePort } from '@opal/store/embedded/free-port'
import { readConfig as readWebConfig } from '@opal/web/config'
import { start as startWeb } from '@opal/web/start'
import { type Logger, pino } from 'pino'
import { settle } from './settle.ts'

/** A chain that a test has traded on. */
export interface TestChain {
  /** Stays the caller's. */
  readonly ledger: Ledger
  /** Whom the dev wallet may play. */
  readonly accounts: ReturnType<typeof demoAccounts>
}

/** Serves such a chain as the demo market is served, without pictures. */
export async function serveTestChain({ ledger, accounts }: TestChain): Promise<DemoNetwork> {
  await using stack = new AsyncDisposableStack()
  const localnet = stack.use(await startLocalnet(readLocalnetConfig(QUIET), { ledger }))
  const script = await walletScript(localnet.nodeUrl, ledger.head.chainId, accounts)
  const art = stack.use(await startArtHost({ host: QUIET.HOST, port: 0, collections: [], walletScript: script }))
  const owned = stack.move()
  return { localnet, art, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const QUIET = {
  HOST: '127.0.0.1',
  NODE_PORT: '0',
  FAUCET_PORT: '0',
  STREAM_PORT: '0',
  READINESS_PORT: '0',
  BLOCK_DELAY_MS: '40',
  LOG_LEVEL: 'fatal',
}

export interface NetworkOptions {
  /** An empty database for this network alone. */
  readonly databaseUrl: string
  /** Whom the dev wallet may play on the small market; the demo's people when left out. */
  readonly accounts?: ReturnType<typeof demoAccounts>
  /** Gets the lines of the indexer, the API and the web server; without it only fatal ones are written, to the standard output. */
  readonly log?: Logger
  /** A chain with a past of its own, in place of the small market. */
  readonly brought?: TestChain
  /**
   * Leads a line through somewhere else, for tests that cut it: `api` is what browser and site speak to, `stream` what
   * the indexer hears the chain by. Given `host:port` of the one end, answers what the other end is to speak to.
   */
  readonly lead?: (line: 'api' | 'stream', address: string) => Promise<string>
}

/** The whole network in this process. Disposing ends it and forgets the chain; the database stays the caller's. */
export interface Network extends AsyncDisposable {
  readonly webUrl: string
  readonly apiUrl: string
  readonly localnet: Localnet
  /** Funded people one may play, as the dev wallet offers them. */
  readonly accounts: ReturnType<typeof demoAccounts>
  /** Resolves when the site shows everything that the chain holds now. */
  settle(): Promise<void>
}

/** Starts localnet with a small market, indexer, API and the built web site on free ports. */
export async function createNetwork({ databaseUrl, brought, lead, ...options }: NetworkOptions): Promise<Network> {
  await using stack = new AsyncDisposableStack()
  const { localnet, art } = stack.use(
    brought === undefined
      ? await startSeeds(readSeedsConfig(SMALL_MARKET), options.accounts ? { accounts: options.accounts } : {})
      : await serveTestChain(brought),
  )
  // API and web each need the other's address before either listens.
  const [apiPort, webPort] = [await freePort(0), await freePort(0)]
  const [apiUrl, webUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${webPort}`]
  const led = lead ?? (async (_, address) => address)
  const environment = {
    OPAL_NETWORK: 'local',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: databaseUrl,
    NODE_URL: localnet.nodeUrl,
    NODE_PUBLIC_URL: localnet.nodeUrl,
    FAUCET_URL: localnet.faucetUrl,
    STREAM_ADDRESS: await led('stream', localnet.streamAddress),
    IPFS_GATEWAYS: art.gateway,
    MEDIA_ALLOWED_HOSTS: '127.0.0.1',
    DEV_WALLET_SCRIPT_URL: art.walletScriptUrl,
    GEAR_MODULE,
    API_PORT: String(apiPort),
    CHAIN_GRAPHQL_PORT: '0',
    API_PUBLIC_URL: `http://${await led('api', `127.0.0.1:${apiPort}`)}`,
    WEB_PORT: String(webPort),
    WEB_PUBLIC_URL: webUrl,
    APT_PRICE_SOURCE: 'static:8.50',
  }
  const log = options.log ?? pino({ level: environment.LOG_LEVEL })
  stack.use(await startIndexer(readIndexerConfig(environment), log.child({ name: 'indexer' })))
  stack.use(await startApi(readApiConfig(environment), { log: log.child({ name: 'api' }) }))
  stack.use(await startWeb(readWebConfig(environment), log.child({ name: 'web' })))
  const owned = stack.move()
  return {
    webUrl,
    apiUrl,
    localnet,
    accounts: brought?.accounts ?? options.accounts ?? demoAccounts(),
    settle: () => settle(localnet, apiUrl),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const SMALL_MARKET = {
  HOST: '127.0.0.1',
  NODE_PORT: '0',
  BLOCK_DELAY_MS: '40',
  FAUCET_PORT: '0',
  STREAM_PORT: '0',
  READINESS_PORT: '0',
  ART_PORT: '0',
  LOG_LEVEL: 'fatal',
  SEED_STORY: 'off',
  SEED_SCALE: 'small',
}
