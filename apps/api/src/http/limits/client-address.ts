import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { ApiConfig } from '../../config.ts'

/** Names for groups of networks, as `@fastify/proxy-addr` knows them. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
/** Meaning of `true`: proxies on this machine or in a private network. */
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

/** What decides which clients there are. */
type ClientConfig = Pick<ApiConfig, 'trustedProxies' | 'exemptsOwnMachine'>

/**
 * Returns Fastify's `trustProxy`. Where programs of this machine are exempt, what they forward is believed: the site's server says
 * for which visitor it asks.
 */
export function proxyTrust({ trustedProxies, exemptsOwnMachine }: ClientConfig): string[] | false {
  const believed = exemptsOwnMachine ? [...trustedProxies, 'loopback'] : [...trustedProxies]
  return believed.length === 0 ? false : believed
}

/** Loopback addresses as sockets name them. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Headers by which proxies say for whom they ask. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

/** Of an IPv6 address a client owns at least the lower half, and can take another for every request. */
const CLIENT_BITS = 64

/**
 * Providers give a site, or a customer's server, a /48 at most: its 65,536 networks of one client each are counted together, too.
 * @source RFC 6177
 */
const SITE_BITS = 48
/** A site may ask as much as this many clients. */
export const CLIENTS_PER_SITE = 8

/** Identifies clients for limits. */
export interface ClientIdentity {
  /** The client's address, read past trusted proxies; an IPv6 /64 is one client. */
  readonly addressOf: (request: IncomingMessage) => string
  /**
   * Returns whether a program of this machine, made the request for itself. Those are not limited. A
   * forwarded request never counts as one, whatever address its headers name.
   */
  readonly isOwnMachine: (request: IncomingMessage) => boolean
}

/** Identifies the sites of clients, too. */
export interface SiteIdentity extends ClientIdentity {
  /** The IPv6 /48 of the client, which other clients share; null for IPv4. */
  readonly siteOf: (request: IncomingMessage) => string | null
}

/** Creates the identity test that HTTP calls and sockets share. */
export function clientIdentity(config: ClientConfig): SiteIdentity {
  const believed = proxyTrust(config)
  const isTrusted = believed === false ? () => false : proxyAddr.compile(believed)
  return {
    addressOf: (request) => networkOf(proxyAddr(request, isTrusted), CLIENT_BITS),
    siteOf: (request) => {
      const site = networkOf(proxyAddr(request, isTrusted), SITE_BITS)
      return site.includes(':') ? `site ${site}` : null
    },
    isOwnMachine: (request) =>
      config.exemptsOwnMachine &&
      LOOPBACK.has(request.socket.remoteAddress ?? '') &&
      !FORWARDING_HEADERS.some((name) => name in request.headers),
  }
}

function networkOf(address: string, bits: number): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()
}
