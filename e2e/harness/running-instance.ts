import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ApiClient, createApiClient } from '@opal/contract/client'
import { getReadiness } from '@opal/contract/network/health'
import type { Localnet } from '@opal/dev-chain/start'
import type { Network } from '@opal/dev-network/create-network'

const POLL_MS = 100

/** Ledger versions until which running instances have settled. */
const settled = new WeakMap<Network, bigint>()

/** Returns a client of a market's API. No answer is from before the last {@link Network.settle}, also where replicas answer. */
export function apiOf(network: Network): ApiClient {
  return createApiClient({ api: network.apiUrl, seen: () => settled.get(network) ?? null })
}

/** The part of an instance's own description that journeys use. */
interface Described {
  readonly web: string
  readonly socket: string
  readonly node: string
  readonly accounts: Network['accounts']
}

/**
 * Looks at an instance that runs already, such as a cluster, in place of a network of the test's own. Journeys that pause or
 * change the chain cannot be played on it.
 * @param dataDir of the instance
 */
export function attachToInstance(dataDir: string): { readonly network: Network; readonly databaseUrl: string } {
  const described: Described = JSON.parse(readFileSync(join(dataDir, 'network.json'), 'utf8'))
  const call = createApiClient({ api: described.socket })
  const network: Network = {
    webUrl: described.web,
    apiUrl: described.socket,
    accounts: described.accounts,
    localnet: remoteLocalnet({ nodeUrl: described.node }),
    async settle() {
      const { node } = await call(getReadiness, {})
      const goal = BigInt(node.version ?? 0)
      while (BigInt((await call(getReadiness, {})).index.version ?? -1) < goal) await delay(POLL_MS)
      settled.set(network, goal)
    },
    // It is not ours to end.
    [Symbol.asyncDispose]: async () => {},
  }
  return { network, databaseUrl: readFileSync(join(dataDir, 'database-url'), 'utf8') }
}

function remoteLocalnet(known: Pick<Localnet, 'nodeUrl'>): Localnet {
  return new Proxy(known as Localnet, {
    get(target, name, receiver) {
      if (name in target || typeof name === 'symbol') return Reflect.get(target, name, receiver)
      throw new Error(`This journey needs a market of its own: it asks for the chain's ${name}.`)
    },
  })
}
