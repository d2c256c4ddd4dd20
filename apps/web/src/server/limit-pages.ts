import { clientAt } from '@opal/domain/limits/client'
import { LocalCounts } from '@opal/domain/limits/local-counts'
import { isFromOwnMachine } from '@opal/domain/limits/own-machine'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebConfig } from '../config.ts'

const MINUTE_MS = 60_000
/** Requests of any kind that a client may make for each page: a first visit loads some dozen files, and cached ones are not asked for. */
const REQUESTS_PER_PAGE = 50

type Limits = Pick<WebConfig, 'pagesPerMinute' | 'exemptsOwnMachine'>

/**
 * Limits the requests per client to the routes that are registered in this scope: rendering a page costs more than the requests to
 * the API that it sends for its visitor. An IPv6 /64 counts as one client, and its /48 as a few.
 */
export function limitPages(scope: FastifyInstance, config: Limits): void {
  const count = countClients(config, config.pagesPerMinute)
  scope.addHook('preParsing', async (request, reply) => count(request, reply))
}

/** Limits the requests per client, files included: one that sends them without a pause would occupy the process. */
export function limitRequests(server: FastifyInstance, config: Limits): void {
  const count = countClients(config, config.pagesPerMinute * REQUESTS_PER_PAGE)
  server.addHook('onRequest', async (request, reply) => count(request, reply))
}

/** Returns what counts a request. It throws an error with status 429 for one too many. */
function countClients(config: Limits, max: number): (request: FastifyRequest, reply: FastifyReply) => void {
  const counts = new LocalCounts()
  return (request, reply) => {
    const visitor = visitorOf(request, config)
    if (visitor === null) return
    // The client first: requests that it is refused do not count against its site.
    for (const { key, clients } of clientAt(visitor)) {
      const { current, ttl } = counts.count(key, MINUTE_MS, performance.now())
      if (current <= max * clients) continue
      reply.header('retry-after', Math.ceil(ttl / 1_000))
      throw Object.assign(new Error('Too many requests in a minute.'), { statusCode: 429 })
    }
  }
}

/** Visitors whose connection has ended before they were counted: nothing says where they came from, though the library's type does. */
const GONE = 'gone'

/** Returns the address of a visitor; null for a program of this machine where these are exempt from limits. */
export function visitorOf(
  request: FastifyRequest,
  { exemptsOwnMachine }: Pick<WebConfig, 'exemptsOwnMachine'>,
): string | null {
  return exemptsOwnMachine && isFromOwnMachine(request.raw) ? null : (request.ip ?? GONE)
}

/** Returns Fastify's `trustProxy` option. */
export function proxyTrust({ trustedProxies }: Pick<WebConfig, 'trustedProxies'>): string[] | false {
  return trustedProxies.length === 0 ? false : [...trustedProxies]
}
