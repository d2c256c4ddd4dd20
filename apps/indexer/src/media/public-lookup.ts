import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { MetadataError } from './media-errors.ts'

/** Is this an address that anyone on the internet may speak to? */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/**
 * A DNS lookup for sockets that only yields public addresses, save for the hosts allowed. It decides at the moment of
 * connecting, so a name that changes its address between check and use gains nothing.
 */
export function publicLookup(allowedHosts: ReadonlySet<string>): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const usable = allowedHosts.has(hostname) ? found : found.filter(({ address }) => isPublicAddress(address))
      const [first] = usable
      if (first === undefined) return callback(notPublic(hostname), '')
      if (options.all === true) callback(null, usable)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * Numeric hosts are connected to without a lookup, so they are judged here.
 * @throws MetadataError
 */
export function assertPublicHost(url: URL, allowedHosts: ReadonlySet<string>): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !allowedHosts.has(host) && !isPublicAddress(host)) throw notPublic(host)
}

function notPublic(host: string): MetadataError {
  return new MetadataError(`not fetched: ${host} is not a public address`, false)
}
