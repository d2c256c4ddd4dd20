import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** Programs of this machine ask for as many as they like. */
const OWN_MACHINE = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/**
 * Bounds what one client may ask of the routes that follow in this scope. A page asks the API several times, and the API lets
 * programs of its own machine, as this server mostly is, ask without end.
 * @param pagesPerMinute of a client; an IPv6 network counts as one.
 */
export async function limitPages(scope: FastifyInstance, pagesPerMinute: number): Promise<void> {
  await scope.register(rateLimit, { max: pagesPerMinute, timeWindow: 60_000, allowList: OWN_MACHINE })
}

/**
 * Proxies whose word on the client's address counts: those on this machine or in a private network. Any other entry of
 * `X-Forwarded-For` was written by the client.
 */
export function trustedProxies(trustProxy: boolean): string[] | false {
  return trustProxy ? ['loopback', 'linklocal', 'uniquelocal'] : false
}
