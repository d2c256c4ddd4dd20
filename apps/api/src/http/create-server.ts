import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ApiConfig } from '../config.ts'
import { isAllowedOrigin } from './is-allowed-origin.ts'
import { mountDocs } from './mount-docs.ts'
import { toErrorAnswer } from './to-error-answer.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** Largest request body; a trade of thirty items is under 10 kB. */
const BODY_LIMIT_BYTES = 64 * 1024

/** A Fastify server with everything around the routes: validation, errors, CORS, limits, compression and `/docs`. */
export async function createServer(config: ApiConfig, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies(config),
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
  })
  // Bodies are JSON and nothing else.
  server.removeContentTypeParser('text/plain')
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  answerErrors(server)
  logRequests(server)
  await server.register(helmet, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Pictures and data are read by the web app from another origin; CORS says which.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  await server.register(cors, {
    credentials: true,
    origin: (origin, done) => done(null, isAllowedOrigin(origin, config)),
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    maxAge: 600,
  })
  await server.register(cookie)
  await server.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: 60_000,
    allowList: ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
  })
  await server.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await mountDocs(server)
  return server
}

function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => {
    const { status, body } = toErrorAnswer(error)
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    // Sent as text: the body is already of the contract's shape, whatever the route's own schemas say.
    return reply
      .code(status)
      .type('application/json')
      .serializer((value: string) => value)
      .send(JSON.stringify(body))
  })
  server.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: { code: 'not-found', message: `There is no call ${request.method} here.`, retryable: false, details: {} },
    }),
  )
}

/** Slower answers are worth a line without being asked for. */
const SLOW_MS = 1_000

function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.elapsedTime > SLOW_MS) request.log.warn(facts, 'slow answer')
    else request.log.debug(facts, 'answered')
  })
}
