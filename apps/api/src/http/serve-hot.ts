import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimitedError } from '../errors.ts'
import { encodingFor, type HotBodies, type HotBody, packed } from '../kept/hot-bodies.ts'
import type { HotLimit } from './limit-hot.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers everybody alike: kept for a moment. */
    hot?: boolean
    /** A member of the query that makes the answer one person's, which is never kept. */
    personalBy?: string
    /** Writes what hot answers show. */
    changesHot?: boolean
  }
}

/** Headers that say something of one request only; the others are kept with the body. */
const PER_REQUEST =
  /^(access-control-|vary$|content-length$|content-encoding$|set-cookie$|x-ratelimit-|ratelimit|retry-after$|etag$|date$|connection$|keep-alive$)/i

interface Asked {
  readonly age: number
}

export interface HotOptions {
  /** CORS headers for an origin. */
  readonly corsOf: (origin: string | undefined) => readonly string[]
  readonly limit: HotLimit
}

/**
 * Answers what was asked a moment ago from memory, before anything else of the server runs: routes whose `config.hot` is set
 * answer everybody alike. Such answers carry an ETag, are packed once, and have a limit of their own, far above that of calls
 * that are worked out. Calls whose `config.changesHot` is set drop them all.
 */
export function serveHot(server: FastifyInstance, bodies: HotBodies, { corsOf, limit }: HotOptions): void {
  if (!bodies.isOn) return
  const asked = new WeakMap<FastifyRequest, Asked>()
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') return done()
    const hot = bodies.get(request.raw.url ?? '')
    if (hot !== null) {
      const seconds = limit.admit(request.raw)
      if (seconds === null) return void send(request, reply, hot, { corsOf, limit })
      reply.header('retry-after', seconds)
      return done(new RateLimitedError(seconds))
    }
    if (isHot(request)) asked.set(request, { age: bodies.age })
    done()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const { age } = asked.get(request) ?? {}
    if (age !== undefined && reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      bodies.keep(request.raw.url ?? '', Buffer.from(payload as string), keptHeaders(reply), age)
    }
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.changesHot === true && reply.statusCode < 400) bodies.forgetAll()
    done()
  })
}

function isHot(request: FastifyRequest): boolean {
  const { hot, personalBy } = request.routeOptions.config
  return hot === true && (personalBy === undefined || !(personalBy in (request.query as object)))
}

function keptHeaders(reply: FastifyReply): readonly string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    PER_REQUEST.test(name) || value === undefined ? [] : [name, String(value)],
  )
}

function send(request: FastifyRequest, reply: FastifyReply, hot: HotBody, { corsOf, limit }: HotOptions): void {
  reply.hijack()
  const { headers } = request
  const common = [...hot.headers, ...corsOf(headers.origin), 'etag', hot.etag, 'vary', 'origin, accept-encoding']
  if (headers['if-none-match'] === hot.etag) {
    reply.raw.writeHead(304, common)
    reply.raw.end()
    return
  }
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined, hot.body.length)
  if (encoding === null) {
    limit.spend(request.raw, hot.body.length)
    reply.raw.writeHead(200, [...common, 'content-length', String(hot.body.length)])
    reply.raw.end(hot.body)
    return
  }
  packed(hot, encoding).then(
    (body) => {
      limit.spend(request.raw, body.length)
      reply.raw.writeHead(200, [...common, 'content-encoding', encoding, 'content-length', String(body.length)])
      reply.raw.end(body)
    },
    (error: Error) => reply.raw.destroy(error),
  )
}
