import { type FetchTarget, isBelow } from '@opal/chain/web/public-hosts'
import { MetadataError } from './media-errors.ts'

export interface Gateways {
  /** Bases that `<cid>/<path>` is appended to, raced. */
  readonly gateways: readonly string[]
  /** Bases that an Arweave id is appended to, raced. */
  readonly arweaveGateways: readonly string[]
}

/**
 * Returns the places of a metadata address: `ipfs://` (also in the form of a gateway's path) and `ar://` at each of
 * their gateways, anything else as it is.
 * @throws MetadataError for anything else.
 */
export function fetchTargets(uri: string, { gateways, arweaveGateways }: Gateways): readonly FetchTarget[] {
  const ipfsPath = ipfsPathOf(uri)
  if (ipfsPath !== null) return atEach(gateways, ipfsPath)
  if (uri.startsWith('ar://')) return atEach(arweaveGateways, uri.slice('ar://'.length))
  return [{ url: toUrl(uri), gateway: null }]
}

function atEach(gateways: readonly string[], path: string): readonly FetchTarget[] {
  if (gateways.length === 0) throw new MetadataError('no gateway is configured', false)
  return gateways.map((gateway) => belowBase(gateway.replace(/\/+$/, ''), path))
}

/** The path stays below the gateway's own: dots cannot climb out of it. */
function belowBase(gateway: string, path: string): FetchTarget {
  const url = toUrl(`${gateway}/${path}`)
  if (!isBelow(url, gateway)) throw new MetadataError('its path leaves its content', false)
  return { url, gateway }
}

/** `<cid>/<path>` of an IPFS address; null for others. */
function ipfsPathOf(uri: string): string | null {
  const match = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(uri)
  return match?.[1] ?? null
}

function toUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new MetadataError('not an address', false)
  return url
}
