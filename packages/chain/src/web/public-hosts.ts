import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { MarketError } from '@opal/domain/errors'
import ipaddr from 'ipaddr.js'
import { createHostResolver, type ResolveHost } from './resolve-host.ts'

/** A URL from an untrusted source points at a host that is not fetched from. */
export class HostRefusedError extends MarketError {
  override readonly code = 'host-refused'
  /** Part of a sentence. */
  readonly reason: string
  constructor(reason: string) {
    super(`Not fetched: ${reason}.`)
    this.reason = reason
  }
}

/** The routed part of IPv6. Addresses outside of it, such as the old IPv4-compatible ones, may lead anywhere. */
const ROUTED_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns whether anyone on the internet may connect to this address. Names and zones do not count. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(ROUTED_V6)
}

/** Returns whether this host is allowed by name, or by name and port, whatever its address. */
export function isAllowedHost(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  return allowedHosts.has(url.hostname) || allowedHosts.has(url.host)
}

/** A URL to fetch. */
export interface FetchTarget {
  readonly url: URL
  /**
   * Base of the operator's gateway that we made the URL for; null for a URL from a third party. A gateway may be anywhere, a
   * private network included, so only what we made may lead there, and only below its base.
   */
  readonly gateway: string | null
}

/** Returns whether a URL leads below a base: its scheme, host and port, and its path. */
export function isBelow(url: URL, base: string): boolean {
  return url.href.startsWith(`${new URL(base).href.replace(/\/+$/, '')}/`)
}

/** Returns the target that a redirect leads to: a gateway's own only where it stays below the gateway's base. */
export function redirectedTo({ gateway }: FetchTarget, url: URL): FetchTarget {
  return { url, gateway: gateway !== null && isBelow(url, gateway) ? gateway : null }
}

/**
 * Checks a URL or the target of a redirect: no password, the scheme's own port, and no private IP address, which would
 * be connected to without a lookup. Allowed hosts may be anywhere, at any port.
 * @param schemes with their colon, e.g. `https:`; allowed hosts may also speak `http:`.
 * @throws HostRefusedError
 */
export function assertFetchable(url: URL, allowedHosts: ReadonlySet<string>, schemes: readonly string[]): void {
  if (url.username !== '' || url.password !== '') throw new HostRefusedError('its address holds a password')
  if (isAllowedHost(url, allowedHosts) && (url.protocol === 'http:' || url.protocol === 'https:')) return
  if (!schemes.includes(url.protocol)) throw new HostRefusedError(`${url.protocol} is not fetched here`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new HostRefusedError('its host is not a public one')
  // Node leaves out a scheme's own port.
  if (url.port !== '') throw new HostRefusedError('its port is not the usual one')
}

/** Names of this machine, which no nameserver is asked for. @source RFC 6761, section 6.3 */
const OWN_NAMES = /(^|\.)localhost\.?$/i

/** One for the process: the hosts of all strangers share its bounds. */
const resolveStranger = createHostResolver()

/**
 * Returns a DNS lookup for sockets that yields public addresses only. It decides at the moment of connecting, so a
 * name that changes its address between check and use gains nothing. Names that strangers choose occupy no thread of the process.
 * @param allowedHostname the one host whose addresses may be private; null for none. The operator chose it, so it is resolved as
 * this machine does, by `/etc/hosts` too.
 * @param resolve for tests, as {@link lookupOwn}.
 */
export function publicLookup(
  allowedHostname: string | null,
  resolve: ResolveHost = resolveStranger,
  lookupOwn: typeof lookup = lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (usable: readonly LookupAddress[]) => {
      const [first] = usable
      if (first === undefined) callback(new HostRefusedError('its host is not a public one'), '')
      else if (options.all === true) callback(null, [...usable])
      else callback(null, first.address, first.family)
    }
    if (hostname === allowedHostname) {
      lookupOwn(hostname, { ...options, all: true }, (error, found) => {
        if (error === null) answer(found)
        else callback(error, '')
      })
    } else if (OWN_NAMES.test(hostname)) answer([])
    else {
      resolve(hostname).then(
        (found) =>
          answer(found.filter(({ address, family }) => isWanted(options.family, family) && isPublicAddress(address))),
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
    }
  }
}

/** @param wanted as sockets ask for it: 0 or nothing means either. */
function isWanted(wanted: number | string | undefined, family: number): boolean {
  return wanted === undefined || wanted === 0 || wanted === family || wanted === `IPv${family}`
}
