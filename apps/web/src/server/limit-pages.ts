import rateLimit from '@fastify/rate-limit'
import { clientAt } from '@opal/domain/limits/client'
import { LocalCounts } from '@opal/domain/limits/local-counts'
import { isFromOwnMachine } from '@opal/domain/limits/own-machine'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebConfig } from '../config.ts'

const MINUTE_MS = 60_000

/**
 * Limits the requests per client to the routes that are registered in this scope: rendering a page costs more than the requests to
 * the API that it sends for its visitor. An IPv6 /64 counts as one client, and its /48 as a few.
 */
export async function limitPages(
  scope: FastifyInstance,
  config: Pick<WebConfig, 'pagesPerMinute' | 'exemptsOwnMachine'>,
): Promise<void> {
  await scope.register(rateLimit, {
    max: config.pagesPerMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: ({ ip }) => clientAt(ip)[0].key,
    allowList: (request) => visitorOf(request, config) === null,
  })
  const sites = new LocalCounts()
  // After the limit of clients, which is a hook of the routes: what it refuses does not count against their site.
  scope.addHook('preParsing', async (request, reply) => {
    const visitor = visitorOf(request, config)
    const site = visitor === null ? undefined : clientAt(visitor)[1]
    if (site === undefined) return
    const { current, ttl } = sites.count(site.key, MINUTE_MS, performance.now())
    if (current <= config.pagesPerMinute * site.clients) return
    reply.header('retry-after', Math.ceil(ttl / 1_000))
    throw Object.assign(new Error('Too many pages of one site.'), { statusCode: 429 })
  })
}

/** Returns the address of a visitor; null for a program of this machine where these are exempt from limits. */
export function visitorOf(
  request: FastifyRequest,
  { exemptsOwnMachine }: Pick<WebConfig, 'exemptsOwnMachine'>,
): string | null {
  return exemptsOwnMachine && isFromOwnMachine(request.raw) ? null : request.ip
}

/** Returns Fastify's `trustProxy` option. */
export function proxyTrust({ trustedProxies }: Pick<WebConfig, 'trustedProxies'>): string[] | false {
  return trustedProxies.length === 0 ? false : [...trustedProxies]
}
