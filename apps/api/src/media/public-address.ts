import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SourceRefusedError } from './media-errors.ts'

/** Is this an address that anyone on the internet may speak to? */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** Was this host allowed by name (or by name and port), whatever its address? */
export function isAllowedHost(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  return allowedHosts.has(url.hostname) || allowedHosts.has(url.host)
}

/**
 * A DNS lookup for sockets that yields public addresses only, save for one host that is allowed. It decides at the moment
 * of connecting, so a name that changes its address between check and use gains nothing.
 */
export function publicLookup(allowedHostname: string | null): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const usable = hostname === allowedHostname ? found : found.filter(({ address }) => isPublicAddress(address))
      const [first] = usable
      if (first === undefined) return callback(new SourceRefusedError('its host is not a public one'), '')
      if (options.all === true) callback(null, usable)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * Numeric hosts are connected to without a lookup, so they are judged here.
 * @throws SourceRefusedError
 */
export function assertPublicHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new SourceRefusedError('its host is not a public one')
}
