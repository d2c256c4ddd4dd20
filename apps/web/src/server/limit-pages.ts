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
export function limitPages(
  scope: FastifyInstance,
  config: Pick<WebConfig, 'pagesPerMinute' | 'exemptsOwnMachine'>,
): void {
  const counts = new LocalCounts()
  scope.addHook('preParsing', async (request, reply) => {
    const visitor = visitorOf(request, config)
    if (visitor === null) return
    // The client first: what it is refused does not count against its site.
    for (const { key, clients } of clientAt(visitor)) {
      const { current, ttl } = counts.count(key, MINUTE_MS, performance.now())
      if (current <= config.pagesPerMinute * clients) continue
      reply.header('retry-after', Math.ceil(ttl / 1_000))
      throw Object.assign(new Error('Too many pages in a minute.'), { statusCode: 429 })
    }
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
