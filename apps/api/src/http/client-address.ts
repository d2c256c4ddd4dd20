import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import { trustedProxies } from './trusted-proxies.ts'

/** Addresses of this machine itself, whose programs are not counted. */
export const OWN_MACHINE: readonly string[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Of an IPv6 address a client owns at least the lower half, and can take another for every request. */
const CLIENT_BITS = 64

/**
 * Reads from a bare request who sends it, as the HTTP calls are told by their server: past proxies that are trusted, an
 * IPv6 network as one client.
 */
export function clientAddressOf(config: { readonly trustProxy: boolean }): (request: IncomingMessage) => string {
  const proxies = trustedProxies(config)
  const isTrusted = proxies === false ? () => false : proxyAddr.compile(proxies)
  return (request) => networkOf(proxyAddr(request, isTrusted))
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4' || OWN_MACHINE.includes(address)) return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${CLIENT_BITS}`).toString()
}
