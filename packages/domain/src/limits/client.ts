/** A holder of shares of a bound: a client, or a group of clients that together has the shares of a few. */
export interface Sharer {
  readonly key: string
  /** Number of clients whose shares it may have. */
  readonly clients: number
}

/** A client as every bound counts it: itself first, and then the site that it belongs to. Each of them has a share. */
export type Client = readonly [Sharer, ...Sharer[]]

/** Groups of an IPv6 address that name a client: it owns at least the lower half, and can take another one for every request. */
const CLIENT_GROUPS = 4
/**
 * Groups that name a site. Providers give a site, or a customer's server, a /48 at most: its 65,536 networks of one client each are
 * counted together, too.
 * @source RFC 6177
 */
const SITE_GROUPS = 3
/** A site may ask as much as this many clients. */
export const CLIENTS_PER_SITE = 8

/** Returns the client at an address: an IPv4 address however it is written, an IPv6 /64 with its /48, or any other text by itself. */
export function clientAt(address: string): Client {
  const groups = groupsOf(address)
  if (groups === null) return [{ key: address, clients: 1 }]
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff')
    return [{ key: mappedAddress(groups), clients: 1 }]
  return [
    { key: networkOf(groups, CLIENT_GROUPS), clients: 1 },
    { key: `site ${networkOf(groups, SITE_GROUPS)}`, clients: CLIENTS_PER_SITE },
  ]
}

const CLIENT_NETWORK = new RegExp(`^((?:[0-9a-f]+:){${SITE_GROUPS}})(?:[0-9a-f]+:){${CLIENT_GROUPS - SITE_GROUPS}}:$`)

/** Returns the key of the site that the key of a client belongs to; null for any other key. */
export function siteOf(key: string): string | null {
  const [, network] = CLIENT_NETWORK.exec(key) ?? []
  return network === undefined ? null : `site ${network}:`
}

/** Returns the eight groups of an IPv6 address without leading zeros; null for anything else. */
function groupsOf(address: string): readonly string[] | null {
  if (!address.includes(':')) return null
  const url = URL.parse(`http://[${address.replace(/%.*$/, '')}]/`)
  if (url === null) return null
  const [left = [], right = []] = url.hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')))
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

function networkOf(groups: readonly string[], length: number): string {
  return `${groups.slice(0, length).join(':')}::`
}

/** @source RFC 4291, section 2.5.5.2 */
function mappedAddress(groups: readonly string[]): string {
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}
