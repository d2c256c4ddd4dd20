import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { type Client, clientAt } from '@opal/domain/limits/client'
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

/** Identifies clients for limits. */
export interface ClientIdentity {
  /** The client by its address, read past trusted proxies, and its site. */
  readonly clientOf: (request: IncomingMessage) => Client
  /**
   * Returns whether a program of this machine, made the request for itself. Those are not limited. A
   * forwarded request never counts as one, whatever address its headers name.
   */
  readonly isOwnMachine: (request: IncomingMessage) => boolean
}

/** Creates the identity test that HTTP calls and sockets share. */
export function clientIdentity(config: ClientConfig): ClientIdentity {
  const believed = proxyTrust(config)
  const isTrusted = believed === false ? () => false : proxyAddr.compile(believed)
  return {
    clientOf: (request) => clientAt(proxyAddr(request, isTrusted)),
    isOwnMachine: (request) =>
      config.exemptsOwnMachine &&
      LOOPBACK.has(request.socket.remoteAddress ?? '') &&
      !FORWARDING_HEADERS.some((name) => name in request.headers),
  }
}
