import { contentAddressOf } from '../tokens/content-address.ts'
import { hostOwner } from './host-owner.ts'

/** Source of a document or an image, as bounds count it. */
export interface MediaSource {
  /** The root of content, or the owner of a host. */
  readonly key: string
  /** The gateway or service that also has content of others; null for a host of the owner's own. */
  readonly service: string | null
  /** Whether it is `ipfs://` or `ar://` content, which the operator's gateways fetch. */
  readonly isContent: boolean
}

/** A gateway or a service has the shares of two hosts: much of what is shown is there. */
export const SHARES_OF_SERVICE = 2

/** Content at a gateway that is named itself: one that is missing there takes as long as the gateway likes, and the next is there. */
const NAMED_GATEWAYS = [
  /^https?:\/\/[^/?#]*\/ipfs\/([^/?#]+)/i,
  /^https?:\/\/([^./?#]+)\.ipfs\.[^/?#]+/i,
  /^https?:\/\/arweave\.net\/([^/?#]+)/i,
]
/** Services where strangers have hosts of their own, each by itself. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set([
  'amazonaws.com',
  'cloudfront.net',
  'github.io',
  'mypinata.cloud',
  'netlify.app',
  'pages.dev',
  'r2.dev',
  'vercel.app',
])

/**
 * Returns what answers for an address: content by its root and with all of its gateways, anything else by its host's owner.
 * @param address as metadata names it.
 */
export function mediaSourceOf(address: string): MediaSource {
  const named = contentAddressOf(address)
  if (named !== null)
    return { key: `${named.scheme} ${named.root}`, service: `${named.scheme} gateways`, isContent: true }
  const host = URL.parse(address)?.hostname ?? address
  const owner = hostOwner(host)
  const content =
    NAMED_GATEWAYS.map((gateway) => gateway.exec(address)?.[1]).find((root) => root !== undefined) ??
    (SHARED_DOMAINS.has(owner) ? host : undefined)
  if (content === undefined) return { key: owner, service: null, isContent: false }
  return { key: `${owner} ${content}`, service: owner, isContent: false }
}
