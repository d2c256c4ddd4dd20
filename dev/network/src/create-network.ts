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
import { LOCALNET_ENVIRONMENT, localEnvironment, SMALL_MARKET_ENVIRONMENT } from './local-environment.ts'
import { settle } from './settle.ts'

/** A chain that a test has traded on. */
export interface TestChain {
  /** Stays the caller's. */
  readonly ledger: Ledger
  /** Accounts of the dev wallet. */
  readonly accounts: ReturnType<typeof demoAccounts>
}

/** Serves such a chain as the demo market is served, without images. */
async function serveTestChain({ ledger, accounts }: TestChain): Promise<DemoNetwork> {
  await using stack = new AsyncDisposableStack()
  const localnet = stack.use(await startLocalnet(readLocalnetConfig(LOCALNET_ENVIRONMENT), { ledger }))
  const script = await walletScript(localnet.nodeUrl, ledger.head.chainId, accounts)
  const art = stack.use(
    await startArtHost({ host: LOCALNET_ENVIRONMENT.HOST, port: 0, collections: [], walletScript: script }),
  )
  const owned = stack.move()
  return { localnet, art, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export interface NetworkOptions {
  /** A database for this network alone, as its owner. */
  readonly databaseUrl: string
  /** The same database as the API's user, so that a right which the API lacks shows. */
  readonly apiDatabaseUrl: string
  /** Accounts of the dev wallet on the small market; the demo's when left out. */
  readonly accounts?: ReturnType<typeof demoAccounts>
  /** Gets the lines of the indexer, the API and the web server; without it only fatal ones are written, to the standard output. */
  readonly log?: Logger
  /** A chain with a past of its own, in place of the small market. */
  readonly chain?: TestChain
  /**
   * Puts a proxy in front of a connection, for tests that cut it: `api` serves browser and site, `stream` the indexer.
   * Given the server's `host:port`, returns the proxy's.
   */
  readonly proxy?: (connection: 'api' | 'stream', address: string) => Promise<string>
}

/** The whole network in this process. Disposing ends it and drops the chain; the database stays the caller's. */
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
export async function createNetwork({ databaseUrl, chain, ...options }: NetworkOptions): Promise<Network> {
  await using stack = new AsyncDisposableStack()
  const { localnet, art } = stack.use(
    chain === undefined
      ? await startSeeds(
          readSeedsConfig(SMALL_MARKET_ENVIRONMENT),
          options.accounts ? { accounts: options.accounts } : {},
        )
      : await serveTestChain(chain),
  )
  // API and web each need the other's address before either listens.
  const [apiPort, webPort] = [await freePort(0), await freePort(0)]
  const [apiUrl, webUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${webPort}`]
  const proxy = options.proxy ?? (async (_, address) => address)
  const environment = {
    ...localEnvironment({ ...localnet, streamAddress: await proxy('stream', localnet.streamAddress) }, databaseUrl),
    NODE_PUBLIC_URL: localnet.nodeUrl,
    FAUCET_URL: localnet.faucetUrl,
    IPFS_GATEWAYS: art.gateway,
    MEDIA_ALLOWED_HOSTS: '127.0.0.1',
    DEV_WALLET_SCRIPT_URL: art.walletScriptUrl,
    GEAR_MODULE,
    API_PORT: String(apiPort),
    API_PUBLIC_URL: `http://${await proxy('api', `127.0.0.1:${apiPort}`)}`,
    WEB_PORT: String(webPort),
    WEB_PUBLIC_URL: webUrl,
    APT_PRICE_SOURCE: 'static:8.50',
  }
  const log = options.log ?? pino({ level: environment.LOG_LEVEL })
  stack.use(await startIndexer(readIndexerConfig(environment), log.child({ name: 'indexer' })))
  const apiConfig = readApiConfig({ ...environment, DATABASE_URL: options.apiDatabaseUrl })
  stack.use(await startApi(apiConfig, { log: log.child({ name: 'api' }) }))
  stack.use(await startWeb(readWebConfig(environment), log.child({ name: 'web' })))
  const owned = stack.move()
  return {
    webUrl,
    apiUrl,
    localnet,
    accounts: chain?.accounts ?? options.accounts ?? demoAccounts(),
    settle: () => settle(localnet, apiUrl),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
