import { type Gateways, gatewayTargets } from '@opal/chain/web/gateways'
import type { FetchTarget } from '@opal/chain/web/public-hosts'
import { contentAddressOf } from '@opal/domain/tokens/content-address'
import { MetadataError } from './media-errors.ts'

/**
 * Returns the places of a metadata address: content at each of its gateways, anything else as it is.
 * @throws MetadataError for anything else.
 */
export function fetchTargets(uri: string, gateways: Gateways): readonly FetchTarget[] {
  const content = contentAddressOf(uri)
  if (content === null) return [{ url: toUrl(uri), gateway: null }]
  const targets = gatewayTargets(content, gateways)
  if (targets.length === 0) throw new MetadataError('no gateway is configured', false)
  return targets
}

function toUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new MetadataError('not an address', false)
  return url
}
