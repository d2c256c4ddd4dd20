import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ApiConfig } from '../config.ts'
import type { RedisLink } from '../sharing/redis-link.ts'
import { sharedCounts } from '../sharing/shared-counts.ts'
import { answerBrokenConnection, answerErrors, answerUnroutable } from './answer-errors.ts'
import { isAllowedOrigin } from './is-allowed-origin.ts'
import { mountDocs } from './mount-docs.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** Largest request body; a trade of thirty items is under 10 kB. */
const BODY_LIMIT_BYTES = 64 * 1024

/** A Fastify server with everything around the routes: validation, errors, CORS, limits, compression and `/docs`. */
export async function createServer(
  config: ApiConfig,
  log: FastifyBaseLogger,
  redis: Pick<RedisLink, 'commands'> | null = null,
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies(config),
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerBrokenConnection,
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
    // An OPTIONS that is no preflight is answered like one, not with an error of another shape.
    strictPreflight: false,
  })
  await server.register(cookie)
  await server.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: 60_000,
    allowList: ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
    ...(redis !== null && { store: sharedCounts(redis, `opal:${config.network}:rate:`) }),
  })
  await server.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await mountDocs(server)
  return server
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
