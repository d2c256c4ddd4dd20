import { type Gateways, gatewayTargets } from '@opal/chain/web/gateways'
import {
  assertFetchable as assertHostFetchable,
  type FetchTarget,
  HostRefusedError,
} from '@opal/chain/web/public-hosts'
import { contentAddressOf } from '@opal/domain/tokens/content-address'
import { SourceRefusedError } from '../media-errors.ts'

/**
 * Returns where an image may be fetched from, in the order to try: an `ipfs://` or `ar://` address at each gateway, an `https://` address
 * itself, an `http://` one only on hosts that are allowed by name.
 * @throws SourceRefusedError
 */
export function sourceTargets(
  src: string,
  gateways: Gateways,
  allowedHosts: ReadonlySet<string>,
): readonly FetchTarget[] {
  const content = contentAddressOf(src)
  if (content !== null) return gatewayTargets(content, gateways)
  if (!URL.canParse(src)) throw new SourceRefusedError('its address is not valid')
  const url = new URL(src)
  assertFetchable(url, allowedHosts)
  return [{ url, gateway: null }]
}

/**
 * Holds for first addresses and for redirects alike.
 * @throws SourceRefusedError
 */
export function assertFetchable(url: URL, allowedHosts: ReadonlySet<string>): void {
  try {
    assertHostFetchable(url, allowedHosts, ['https:'])
  } catch (error) {
    throw error instanceof HostRefusedError ? new SourceRefusedError(error.reason) : error
  }
}
