import ipaddr from 'ipaddr.js'

/** Names for groups of networks, as `@fastify/proxy-addr` knows them. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
/** What `true` stands for: proxies on this machine or in a private network. */
const PRIVATE_NETWORKS: readonly string[] = [...NETWORK_NAMES]

/**
 * Reads `TRUST_PROXY`: the proxies whose entries of `X-Forwarded-For` count. Any other entry was written by the client, who
 * could name any address. `false` or nothing trusts none, `true` those in private networks.
 * @throws Error naming an entry that is no address, network or known name; a network of all addresses is none.
 */
export function parseTrustedProxies(text: string): readonly string[] {
  const setting = text.trim()
  if (setting === '' || setting === 'false') return []
  if (setting === 'true') return PRIVATE_NETWORKS
  const entries = setting.split(',').map((entry) => entry.trim())
  for (const entry of entries) {
    if (!isNetwork(entry)) throw new Error(`"${entry}" is no address, no network such as 10.0.0.0/8, and no known name`)
  }
  return entries
}

function isNetwork(entry: string): boolean {
  if (NETWORK_NAMES.has(entry) || ipaddr.isValid(entry)) return true
  return ipaddr.isValidCIDR(entry) && ipaddr.parseCIDR(entry)[1] > 0
}

/** What Fastify calls `trustProxy`. */
export function proxyTrust({ trustedProxies }: { readonly trustedProxies: readonly string[] }): string[] | false {
  return trustedProxies.length === 0 ? false : [...trustedProxies]
}
