import { isIP } from 'node:net'

/** Names for groups of networks, as Fastify knows them. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/**
 * Parses `TRUST_PROXY`: the proxies whose entries of `X-Forwarded-For` are trusted. Any other entry was written by the client, who
 * could name any address. `false` or nothing trusts none, `true` those on this machine or in a private network.
 * @throws Error naming an entry that is no address, network or known name; a network of all addresses is refused.
 */
export function parseTrustedProxies(text: string): readonly string[] {
  const setting = text.trim()
  if (setting === '' || setting === 'false') return []
  if (setting === 'true') return [...NETWORK_NAMES]
  const entries = setting.split(',').map((entry) => entry.trim())
  for (const entry of entries) {
    if (!isNetwork(entry)) throw new Error(`"${entry}" is no address, no network such as 10.0.0.0/8, and no known name`)
  }
  return entries
}

function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(address)
  if (version === 0) return NETWORK_NAMES.has(entry)
  return bits === undefined || (Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
}
