import { isIP } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import { clientAt } from '@opal/domain/limits/client'
import { LocalCounts } from '@opal/domain/limits/local-counts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebConfig } from '../config.ts'

const MINUTE_MS = 60_000

/** Loopback addresses as sockets name them. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Headers by which proxies name the client. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

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
  return exemptsOwnMachine && isOwnMachine(request) ? null : request.ip
}

/** Returns whether a program of this machine sent the request. False for every forwarded request. */
function isOwnMachine({ raw }: FastifyRequest): boolean {
  return LOOPBACK.has(raw.socket.remoteAddress ?? '') && !FORWARDING_HEADERS.some((name) => name in raw.headers)
}

/** Returns Fastify's `trustProxy` option. */
export function proxyTrust({ trustedProxies }: Pick<WebConfig, 'trustedProxies'>): string[] | false {
  return trustedProxies.length === 0 ? false : [...trustedProxies]
}

/** Fastify's names of network groups. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/**
 * Parses `TRUST_PROXY`: the proxies whose entries of `X-Forwarded-For` are trusted. `false` or nothing trusts none, `true` those
 * on this machine or in a private network.
 * @throws Error naming an entry that is no address, network or known name; a network of all addresses is refused.
 */
export function parseTrustedProxies(text: string): readonly string[] {
  const setting = text.trim()
  if (setting === '' || setting === 'false') return []
  if (setting === 'true') return [...NETWORK_NAMES]
  const entries = setting.split(',').map((entry) => entry.trim())
  for (const entry of entries) {
    if (!isNetwork(entry)) throw new Error(`"${entry}" is no address, no network such as 10.0.0.0/8, and no known name`)
  }
  return entries
}

function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(address)
  if (version === 0) return NETWORK_NAMES.has(entry)
  return bits === undefined || (Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
}
