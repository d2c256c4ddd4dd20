import { type NetworkName, PUBLIC_NODES, PUBLIC_STREAMS } from '@opal/domain/network'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import type { Ports } from './ports.ts'

/** Addresses of all servers. The keys are those of `/network.json`: no address here holds a secret. */
export interface Addresses {
  readonly web: string
  readonly api: string
  readonly aggregator: string
  readonly data: string
  readonly marketplaceGraphql: string
  readonly chainGraphql: string
  readonly socket: string
  readonly node: string
  readonly faucet: string | null
  /** `host:port` of the gRPC transaction stream. */
  readonly stream: string
}

/** Ports of servers that are for everyone. */
type AddressedPort = 'web' | 'api' | 'chainGraphql' | 'node' | 'faucet' | 'stream'

/** Returns the addresses of all servers of a network, local or not. */
export function addressesOf(network: NetworkName, ports: Pick<Ports, AddressedPort>, config: CliConfig): Addresses {
  const api = `http://127.0.0.1:${ports.api}`
  const ours = {
    web: `http://127.0.0.1:${ports.web}`,
    api: `${api}/api`,
    aggregator: `${api}/aggregator`,
    data: `${api}/data`,
    marketplaceGraphql: `${api}/marketplace/graphql`,
    chainGraphql: `http://127.0.0.1:${ports.chainGraphql}/v1/graphql`,
    socket: api,
  }
  if (network === 'local') {
    const node = `http://127.0.0.1:${ports.node}/v1`
    return { ...ours, node, faucet: `http://127.0.0.1:${ports.faucet}`, stream: `127.0.0.1:${ports.stream}` }
  }
  const node = config.NODE_PUBLIC_URL ?? PUBLIC_NODES[network]
  return { ...ours, node, faucet: null, stream: config.STREAM_ADDRESS ?? PUBLIC_STREAMS[network] }
}

/** Returns the node that our own programs ask: on a public network the operator's, which may hold a key. */
export function serverNodeOf(network: NetworkName, addresses: Addresses, config: CliConfig): string {
  return network === 'local' ? addresses.node : (config.NODE_URL ?? PUBLIC_NODES[network])
}

/** @throws Problem when API or web would start on a public network without the address by which browsers reach the API. */
export function requirePublicUrl(network: NetworkName, config: CliConfig): void {
  if (network === 'local' || config.environment.API_PUBLIC_URL !== undefined) return
  throw new Problem(
    `On ${network} browsers must know where the API is: set API_PUBLIC_URL to its https address, ` +
      'or to http://127.0.0.1:3001 to look at it on this machine alone.',
  )
}

/** @throws Problem when an indexer would read a public network's stream without a key. */
export function requireStreamKey(network: NetworkName, config: CliConfig): void {
  if (network === 'local' || config.STREAM_ADDRESS || config.STREAM_API_KEY) return
  const advice = 'set STREAM_API_KEY (or STREAM_ADDRESS to a stream of your own).'
  throw new Problem(`The transaction stream of ${network} needs an API key: ${advice}`)
}
