import rateLimit, { type CreateRateLimitOptions, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { CallBudget } from '@opal/contract/http/endpoint'
import { CLIENTS_PER_SITE } from '@opal/domain/limits/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashSessionToken, sessionCookieName } from '../../auth/session-token.ts'
import type { ApiConfig } from '../../config.ts'
import { RateLimitedError } from '../../errors.ts'
import { type ClientIdentity, clientIdentity } from './client-address.ts'
import { limitOpenFiles } from './open-files.ts'

/** Separate limits for calls that cost more than a read, in addition to the general one. */
export type CallLimits = Readonly<Record<CallBudget | 'write', Hook>>
type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Sign-ins of a client: each may make rows of another wallet. A person signs in a few times a day. */
const SIGN_INS_PER_HOUR = 20
/** Messages to sign; wallets may be asked again, and users change their minds. */
const CHALLENGES_PER_HOUR = 60
/** Documents that a client may have fetched again: each costs a request to a third party's host. */
const REFRESHES_PER_MINUTE = 20
/** Sets of tokens that a client may announce: each is a tree of up to twice as many hashes as it has tokens. */
const TOKEN_SETS_PER_MINUTE = 10
/** Sets that a client may read; what is cached is not counted. They wait for each other, not in the queue of calls. */
const TOKEN_SET_READS_PER_MINUTE = 120
/** Quotes that the page refreshes by itself: their allowance as a share of the trades that a client may prepare, in addition to these. */
const TRADES_PER_REFRESH = 3
/** Writes of an account are made by hand: limits of one session, and of all sessions of one client. */
const SESSION_WRITES_PER_MINUTE = 100
const CLIENT_WRITES_PER_MINUTE = 200

/** A named limit with the key it counts by. */
interface Limit {
  /** Names the count: servers and processes that share it use one name. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** Null: this request is not counted. */
  readonly keyOf: (request: FastifyRequest) => string | null
}

/** Creates the limits as hooks; each throws RateLimitedError and says by `retry-after` when to go on. */
export function createCallLimits(server: FastifyInstance, config: ApiConfig): CallLimits {
  const perClient = (name: string, max: number, windowMs: number) =>
    limitClients(server, config, { name, max, windowMs })
  const writesOfClient = perClient('client-writes', CLIENT_WRITES_PER_MINUTE, MINUTE_MS)
  const writesOfSession = limit(server, {
    name: 'session-writes',
    max: SESSION_WRITES_PER_MINUTE,
    windowMs: MINUTE_MS,
    keyOf: sessionKeyOn(config.network),
  })
  const trades = perClient('trade', config.tradeLimitPerMinute, MINUTE_MS)
  const refreshes = perClient('trade-refresh', Math.ceil(config.tradeLimitPerMinute / TRADES_PER_REFRESH), MINUTE_MS)
  return {
    trade: (request, reply) => (isRefresh(request) ? refreshes : trades)(request, reply),
    'sign-in': perClient('sign-in', SIGN_INS_PER_HOUR, HOUR_MS),
    'sign-in-message': perClient('sign-in-message', CHALLENGES_PER_HOUR, HOUR_MS),
    export: limitOpenFiles(clientIdentity(config)),
    // Counted separately: a client that mirrors snapshots for hours leaves the places for wallets' files free.
    snapshot: limitOpenFiles(clientIdentity(config)),
    refresh: perClient('refresh', REFRESHES_PER_MINUTE, MINUTE_MS),
    'token-set': perClient('token-set', TOKEN_SETS_PER_MINUTE, MINUTE_MS),
    'token-set-reading': perClient('token-set-reading', TOKEN_SET_READS_PER_MINUTE, MINUTE_MS),
    write: async (request, reply) => {
      await writesOfSession(request, reply)
      await writesOfClient(request, reply)
    },
  }
}

function isRefresh({ query }: FastifyRequest): boolean {
  return (query as { readonly refresh?: unknown }).refresh === 'true'
}

/** Creates the limit of GraphQL operations, which all servers and paths that answer them share. */
export function limitGraphql(server: FastifyInstance, config: ApiConfig): Hook {
  const max = config.graphqlLimitPerMinute
  return limitClients(server, config, { name: 'graphql', max, windowMs: MINUTE_MS })
}

/** Returns what counts a call, which costs as much as several, once more for each of the others. */
export function countMoreBy(
  count: Hook,
  request: FastifyRequest,
  reply: FastifyReply,
): (calls: number) => Promise<void> {
  return async (calls) => {
    for (let more = 0; more < calls; more += 1) await count(request, reply)
  }
}

/** Limits the requests of each client, and of each IPv6 site, to the routes that are registered after it. */
export async function limitRequests(
  server: FastifyInstance,
  config: ApiConfig,
  identity: ClientIdentity,
  counts: FastifyRateLimitStoreCtor,
): Promise<void> {
  await server.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: MINUTE_MS,
    allowList: ({ raw }) => identity.isOwnMachine(raw),
    // The library's default key fails where the connection has ended before its request is counted.
    keyGenerator: ({ raw }) => identity.clientOf(raw)[0].key,
    store: counts,
  })
  // After the limits of clients, which are hooks of the routes, so that requests refused by them are not counted again.
  server.addHook('preParsing', limitSites(server, config))
}

/** Creates the general limit of IPv6 sites. It counts what the limit of each client has let pass. */
export function limitSites(server: FastifyInstance, config: ApiConfig): Hook {
  const max = config.rateLimitPerMinute
  return limit(server, siteLimit(config, { name: 'all', max, windowMs: MINUTE_MS }))
}

/** Creates a limit of each client, and of each IPv6 site: what its clients are refused does not count against it. */
function limitClients(server: FastifyInstance, config: ApiConfig, bounds: Omit<Limit, 'keyOf'>): Hook {
  const { clientOf, isOwnMachine } = clientIdentity(config)
  const ofClient = limit(server, { ...bounds, keyOf: ({ raw }) => (isOwnMachine(raw) ? null : clientOf(raw)[0].key) })
  const ofSite = limit(server, siteLimit(config, bounds))
  return async (request, reply) => {
    await ofClient(request, reply)
    await ofSite(request, reply)
  }
}

function siteLimit(config: ApiConfig, { name, max, windowMs }: Omit<Limit, 'keyOf'>): Limit {
  const { clientOf, isOwnMachine } = clientIdentity(config)
  return {
    name: `${name}-of-site`,
    max: max * CLIENTS_PER_SITE,
    windowMs,
    keyOf: ({ raw }) => (isOwnMachine(raw) ? null : (clientOf(raw)[1]?.key ?? null)),
  }
}

function limit(server: FastifyInstance, { name, max, windowMs, keyOf }: Limit): Hook {
  const options: CreateRateLimitOptions & { readonly groupId: string } = {
    groupId: name,
    max,
    timeWindow: windowMs,
    allowList: (request) => keyOf(request) === null,
    keyGenerator: (request) => keyOf(request) ?? '',
  }
  const count = server.createRateLimit(options)
  return async (request, reply) => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    reply.header('retry-after', counted.ttlInSeconds)
    throw new RateLimitedError(counted.ttlInSeconds)
  }
}

/** Returns the hash of the session's token: counts may be stored outside this process, the token must not be. */
function sessionKeyOn(network: ApiConfig['network']): (request: FastifyRequest) => string | null {
  const name = sessionCookieName(network)
  return ({ cookies: { [name]: token } }) => (token ? hashSessionToken(token) : null)
}
