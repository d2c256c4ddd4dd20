import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimitedError } from '../errors.ts'
import { hashSessionToken, SESSION_COOKIE } from '../session/session-token.ts'

/** What changes a person's rows is asked for by hand: a hundred a minute are plenty. */
const WRITES_PER_MINUTE = 100

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * A hook that counts the writes of a session, all calls together, wherever they come from. It stands beside the limit by
 * address, which also holds for whoever makes up a new session for every request.
 */
export function limitWrites(server: FastifyInstance): Hook {
  const count = server.createRateLimit({
    max: WRITES_PER_MINUTE,
    timeWindow: 60_000,
    allowList: (request) => sessionOf(request) === null,
    // Counts may be kept outside this process: what opens a session is not.
    keyGenerator: (request) => hashSessionToken(sessionOf(request) ?? request.ip),
  })
  return async (request, reply) => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    reply.header('retry-after', counted.ttlInSeconds)
    throw new RateLimitedError(counted.ttlInSeconds)
  }
}

function sessionOf(request: FastifyRequest): string | null {
  return request.cookies[SESSION_COOKIE] || null
}
