import {
  assertFetchable as assertHostFetchable,
  type FetchTarget,
  HostRefusedError,
  isBelow,
} from '@opal/chain/web/public-hosts'
import { SourceRefusedError } from '../media-errors.ts'

/** `ipfs://<cid>/<path>`, also with a doubled `ipfs/` as some metadata has it. */
const IPFS = /^ipfs:\/\/(?:ipfs\/)?([a-zA-Z0-9]{4,100})((?:\/[^?#]*)?)$/

/** `ar://<id>/<path>` */
const ARWEAVE = /^ar:\/\/([a-zA-Z0-9_-]{1,100})((?:\/[^?#]*)?)$/

/** Gateways of content-addressed files. */
export interface Gateways {
  readonly gateways: readonly string[]
  readonly arweaveGateways: readonly string[]
}

/**
 * Returns where an image may be fetched from, in the order to try: an `ipfs://` or `ar://` address at each gateway, an `https://` address
 * itself, an `http://` one only on hosts that are allowed by name.
 * @throws SourceRefusedError
 */
export function sourceTargets(
  src: string,
  { gateways, arweaveGateways }: Gateways,
  allowedHosts: ReadonlySet<string>,
): readonly FetchTarget[] {
  const ipfs = IPFS.exec(src)
  if (ipfs !== null) return gateways.map((gateway) => gatewayTarget(gateway, ipfs[1] as string, ipfs[2] ?? ''))
  const arweave = ARWEAVE.exec(src)
  if (arweave !== null) {
    return arweaveGateways.map((gateway) => gatewayTarget(gateway, arweave[1] as string, arweave[2] ?? ''))
  }
  if (!URL.canParse(src)) throw new SourceRefusedError('its address is not valid')
  const url = new URL(src)
  assertFetchable(url, allowedHosts)
  return [{ url, gateway: null }]
}

/** The path stays below the content's own: dots cannot climb out of it. */
function gatewayTarget(gateway: string, cid: string, path: string): FetchTarget {
  const root = `${gateway}/${cid}`
  const url = new URL(root + path)
  if (url.href !== root && !isBelow(url, root)) throw new SourceRefusedError('its path points outside its content')
  return { url, gateway }
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
