import type { AddressInfo } from 'node:net'
import { CHAIN_IDS } from '@opal/domain/network'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { connect } from '@opal/store/connect'
import { pino } from 'pino'
import type { ApiConfig } from './config.ts'
import type { ApiContext } from './context.ts'
import { createApi } from './create-api.ts'
import { type Live, startLive } from './live/start-live.ts'
import { createTradeNode } from './trade/create-trade-node.ts'

/** A running API. Disposing it closes every listener and connection. */
export interface RunningApi extends AsyncDisposable {
  /** Address of the HTTP API, sockets included. */
  readonly url: string
}

/** Starts the API; it may start before the store is migrated and before the node answers, and says so at `/readyz`. */
export async function start(config: ApiConfig): Promise<RunningApi> {
  const log = pino({ level: config.logLevel, name: 'api' })
  await using undo = new AsyncDisposableStack()
  const store = undo.use(
    connect({
      connectionString: config.databaseUrl,
      applicationName: 'opal-api',
      onError: (error) => log.warn({ err: error }, 'an idle connection to the store was lost'),
    }),
  )
  const addresses = { apiUrl: '' }
  const context: Omit<ApiContext, 'log'> = {
    store,
    nowMicros: () => BigInt(Date.now()) * 1000n,
    network: networkFacts(config, addresses),
    marketplaces: contractsOf(config.network),
    node: createTradeNode(config.nodeUrl),
    aptPrice: () => ({ value: config.aptPriceUsd, ageSeconds: null }),
  }
  const server = await createApi(config, context, log)
  undo.defer(() => server.close())
  await server.listen({ host: config.host, port: config.port })
  const url = `http://${config.host}:${(server.server.address() as AddressInfo).port}`
  addresses.apiUrl = config.publicUrl ?? url
  const live: Live = undo.use(await startLive(server.server, { ...context, log: server.log }, config))
  void live.pump.wake()
  const kept = undo.move()
  return { url, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** The port is known only once we listen, so the address is read when it is asked for. */
function networkFacts(config: ApiConfig, addresses: { readonly apiUrl: string }): ApiContext['network'] {
  return {
    name: config.network,
    chainId: CHAIN_IDS[config.network],
    nodeUrl: config.nodeUrl,
    chainGraphqlUrl: null,
    faucetUrl: config.faucetUrl,
    get apiUrl() {
      return addresses.apiUrl
    },
    webUrl: config.webPublicUrl,
    devWalletScriptUrl: config.devWalletScriptUrl,
  }
}
