import type { CreateRateLimitOptions } from '@fastify/rate-limit'
import type { CallBudget } from '@opal/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiConfig } from '../config.ts'
import { RateLimitedError } from '../errors.ts'
import { hashSessionToken, sessionCookieName } from '../session/session-token.ts'
import { clientIdentity } from './client-address.ts'
import { limitExports } from './limit-exports.ts'

/** Limits of their own for calls that cost more than a read, beside the general one of every client. */
export type CallLimits = Readonly<Record<CallBudget | 'write', Hook>>
type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Sign-ins of a client: each may make rows of another wallet. A person signs in a few times a day. */
const SIGN_INS_PER_HOUR = 20
/** Messages to sign; wallets may be asked again, and people change their minds. */
const CHALLENGES_PER_HOUR = 60
/** What changes a person's rows is asked for by hand: by one session, and by all sessions of one client. */
const SESSION_WRITES_PER_MINUTE = 100
const CLIENT_WRITES_PER_MINUTE = 200

/** What a limit is called, how much it lets through, and who is counted. */
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
  const keyOf = clientKey(config)
  const perClient = (name: string, max: number, windowMs: number) => limit(server, { name, max, windowMs, keyOf })
  const writesOfClient = perClient('client-writes', CLIENT_WRITES_PER_MINUTE, MINUTE_MS)
  const writesOfSession = limit(server, {
    name: 'session-writes',
    max: SESSION_WRITES_PER_MINUTE,
    windowMs: MINUTE_MS,
    keyOf: sessionKeyOn(config.network),
  })
  return {
    trade: perClient('trade', config.tradeLimitPerMinute, MINUTE_MS),
    'sign-in': perClient('sign-in', SIGN_INS_PER_HOUR, HOUR_MS),
    'sign-in-message': perClient('sign-in-message', CHALLENGES_PER_HOUR, HOUR_MS),
    export: limitExports(clientIdentity(config)),
    write: async (request, reply) => {
      await writesOfSession(request, reply)
      await writesOfClient(request, reply)
    },
  }
}

/** Creates the limit of GraphQL operations, which all servers and paths that answer them share. */
export function limitGraphql(server: FastifyInstance, config: ApiConfig): Hook {
  const max = config.graphqlLimitPerMinute
  return limit(server, { name: 'graphql', max, windowMs: MINUTE_MS, keyOf: clientKey(config) })
}

function clientKey(config: ApiConfig): Limit['keyOf'] {
  const { addressOf, isOwnMachine } = clientIdentity(config)
  return ({ raw }) => (isOwnMachine(raw) ? null : addressOf(raw))
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

/** Counts may be kept outside this process: what opens a session is not. */
function sessionKeyOn(network: ApiConfig['network']): (request: FastifyRequest) => string | null {
  const name = sessionCookieName(network)
  return ({ cookies: { [name]: token } }) => (token ? hashSessionToken(token) : null)
}
