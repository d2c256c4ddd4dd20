import { MetadataError } from './media-errors.ts'

/**
 * Where a metadata address can be fetched: `ipfs://` (also in the form of a gateway's path) at each gateway in turn,
 * `ar://` at Arweave's, http(s) as it is.
 * @throws MetadataError for anything else.
 */
export function toFetchableUrls(uri: string, gateways: readonly string[]): readonly URL[] {
  const ipfsPath = ipfsPathOf(uri)
  if (ipfsPath !== null) return gateways.map((gateway) => toUrl(`${gateway.replace(/\/+$/, '')}/${ipfsPath}`))
  if (uri.startsWith('ar://')) return [toUrl(`https://arweave.net/${uri.slice('ar://'.length)}`)]
  const url = toUrl(uri)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new MetadataError(`not fetched: ${url.protocol}`, false)
  if (url.username !== '' || url.password !== '') throw new MetadataError('not fetched: it carries credentials', false)
  return [url]
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
