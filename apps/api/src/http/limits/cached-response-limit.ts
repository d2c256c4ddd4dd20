import type { IncomingMessage } from 'node:http'
import { LocalCounts } from '@opal/domain/limits/local-counts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimitedError } from '../../errors.ts'
import type { ClientIdentity } from './client-address.ts'

const WINDOW_MS = 60_000
/** Answers from memory cost little: a client may have so many for each call that is worked out. */
const HITS_PER_CALL = 10
/** Bytes that one client may be sent from memory in a minute: 10 MB a second. */
const MAX_BYTES = 600_000_000

/** Bounds what one client is sent from memory, preflights included. Each process counts by itself. */
export interface CachedResponseLimit {
  /** Counts a request. @returns null, or after how many seconds the client may go on. */
  readonly admit: (request: IncomingMessage) => number | null
  /** Counts bytes that were sent. */
  readonly spend: (request: IncomingMessage, bytes: number) => void
}

/**
 * Creates the limit of answers from memory.
 * @param callsPerMinute general limit of a client, in addition to them
 * @param now milliseconds.
 */
export function createCachedResponseLimit(
  { clientOf, isOwnMachine }: ClientIdentity,
  callsPerMinute: number,
  now: () => number = () => performance.now(),
): CachedResponseLimit {
  const hits = new LocalCounts()
  const bytes = new LocalCounts()
  return {
    admit(request) {
      if (isOwnMachine(request)) return null
      const moment = now()
      for (const { key, clients } of clientOf(request)) {
        const spent = bytes.count(key, WINDOW_MS, moment, 0)
        const asked = hits.count(key, WINDOW_MS, moment)
        if (spent.current > MAX_BYTES * clients) return Math.ceil(spent.ttl / 1_000)
        if (asked.current > callsPerMinute * HITS_PER_CALL * clients) return Math.ceil(asked.ttl / 1_000)
      }
      return null
    },
    spend(request, sent) {
      if (isOwnMachine(request)) return
      for (const { key } of clientOf(request)) bytes.count(key, WINDOW_MS, now(), sent)
    },
  }
}

/** Counts a request that is answered from memory. @throws RateLimitedError */
export function admitCached({ raw }: FastifyRequest, reply: FastifyReply, limit: CachedResponseLimit): void {
  const seconds = limit.admit(raw)
  if (seconds === null) return
  reply.header('retry-after', seconds)
  throw new RateLimitedError(seconds)
}

/** Limits preflights, which are answered before the limits of any route. Call it before what answers them. */
export function limitPreflights(server: FastifyInstance, limit: CachedResponseLimit): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done()
    try {
      admitCached(request, reply, limit)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}
