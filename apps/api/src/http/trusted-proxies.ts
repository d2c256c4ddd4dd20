/**
 * Proxies whose word on the client's address counts: those on this machine or in a private network. Any other entry of
 * `X-Forwarded-For` was written by the client, who could call itself loopback and escape the rate limit.
 */
const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** What Fastify is told of proxies. */
export function trustedProxies({ trustProxy }: { readonly trustProxy: boolean }): string[] | false {
  return trustProxy ? PRIVATE_NETWORKS : false
}
