import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, type HotBodies, type HotBody, packed } from '../kept/hot-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers everybody alike: kept for a moment. */
    hot?: boolean
  }
}

/** Headers that say something of one request only; the others are kept with the body. */
const PER_REQUEST =
  /^(access-control-|vary$|content-length$|content-encoding$|set-cookie$|x-ratelimit-|ratelimit|retry-after$|etag$|date$|connection$|keep-alive$)/i

interface Asked {
  readonly age: number
}

/**
 * Answers what was asked a moment ago from memory, before anything else of the server runs: routes whose `config.hot` is set
 * answer everybody alike. Such answers carry an ETag, are packed once, and do not count for the rate limit, as they cost
 * nothing. Whatever writes through this server drops them all.
 * @param corsOf what a browser of this origin must be told.
 */
export function serveHot(
  server: FastifyInstance,
  bodies: HotBodies,
  corsOf: (origin: string | undefined) => readonly string[],
): void {
  if (!bodies.isOn) return
  const asked = new WeakMap<FastifyRequest, Asked>()
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') return done()
    const hot = bodies.get(request.raw.url ?? '')
    if (hot !== null) return void send(request, reply, hot, corsOf(request.headers.origin))
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
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400) bodies.forgetAll()
    done()
  })
}

function isHot(request: FastifyRequest): boolean {
  return request.routeOptions.config.hot === true
}

function keptHeaders(reply: FastifyReply): readonly string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    PER_REQUEST.test(name) || value === undefined ? [] : [name, String(value)],
  )
}

function send(request: FastifyRequest, reply: FastifyReply, hot: HotBody, cors: readonly string[]): void {
  reply.hijack()
  const { headers } = request
  const common = [...hot.headers, ...cors, 'etag', hot.etag, 'vary', 'origin, accept-encoding']
  if (headers['if-none-match'] === hot.etag) {
    reply.raw.writeHead(304, common)
    reply.raw.end()
    return
  }
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined, hot.body.length)
  if (encoding === null) {
    reply.raw.writeHead(200, [...common, 'content-length', String(hot.body.length)])
    reply.raw.end(hot.body)
    return
  }
  packed(hot, encoding).then(
    (body) => {
      reply.raw.writeHead(200, [...common, 'content-encoding', encoding, 'content-length', String(body.length)])
      reply.raw.end(body)
    },
    (error: Error) => reply.raw.destroy(error),
  )
}
