import type { ContentAddress } from '@opal/domain/tokens/content-address'
import type { FetchTarget } from './public-hosts.ts'

/** Gateways of content, by its scheme. */
export interface Gateways {
  /** Bases that the path of `ipfs://` content is appended to. */
  readonly gateways: readonly string[]
  /** Bases that the path of `ar://` content is appended to. */
  readonly arweaveGateways: readonly string[]
}

/** Returns where content may be fetched: at each of its gateways. */
export function gatewayTargets(
  content: ContentAddress,
  { gateways, arweaveGateways }: Gateways,
): readonly FetchTarget[] {
  return (content.scheme === 'ipfs' ? gateways : arweaveGateways).map((gateway) => ({
    url: new URL(`${gateway.replace(/\/+$/, '')}/${content.path}`),
    gateway,
  }))
}
