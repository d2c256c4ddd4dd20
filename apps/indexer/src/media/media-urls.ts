import type { MediaConfig } from './fetch-bounded.ts'
import { MetadataError } from './media-errors.ts'

type Gateways = Pick<MediaConfig, 'gateways' | 'arweaveGateways'>

/**
 * Where a metadata address can be fetched: `ipfs://` (also in the form of a gateway's path) and `ar://` at each of their
 * gateways, anything else as it is.
 * @throws MetadataError for anything else.
 */
export function toFetchableUrls(uri: string, { gateways, arweaveGateways }: Gateways): readonly URL[] {
  const ipfsPath = ipfsPathOf(uri)
  if (ipfsPath !== null) return atEach(gateways, ipfsPath)
  if (uri.startsWith('ar://')) return atEach(arweaveGateways, uri.slice('ar://'.length))
  return [toUrl(uri)]
}

function atEach(gateways: readonly string[], path: string): readonly URL[] {
  if (gateways.length === 0) throw new MetadataError('no gateway is configured', false)
  return gateways.map((gateway) => belowBase(gateway.replace(/\/+$/, ''), path))
}

/** The path stays below the gateway's own: dots cannot climb out of it. */
function belowBase(base: string, path: string): URL {
  const url = toUrl(`${base}/${path}`)
  if (!url.href.startsWith(`${toUrl(base).href.replace(/\/+$/, '')}/`))
    throw new MetadataError('its path leaves its content', false)
  return url
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
