import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Draining } from '@opal/runtime/draining'
import { KEEP_ALIVE_MS } from '@opal/runtime/keep-alive'
import { loggedRequest } from '@opal/runtime/logged-request'
import { holdRefusals } from '@opal/runtime/refusal-pace'
import { onRequestEnd } from '@opal/runtime/request-end'
import { REQUEST_ID_HEADER, requestIdOf } from '@opal/runtime/request-id'
import { measureRequests } from '@opal/runtime/request-metrics'
import { traceRequests } from '@opal/runtime/tracing'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import { ResponseCache, serveFromCache } from '../cache/response-cache.ts'
import type { ApiConfig } from '../config.ts'
import { isAllowedOrigin, setSecureHeaders } from './browser-security.ts'
import { compressAnswers } from './compression.ts'
import { answerBrokenConnection, answerErrors, answerUnroutable } from './error-responses.ts'
import { readJsonBodies } from './json-bodies.ts'
import { createCachedResponseLimit, limitPreflights } from './limits/cached-response-limit.ts'
import { clientIdentity, proxyTrust, siteTest } from './limits/client-address.ts'
import { limitRequests } from './limits/rate-limits.ts'
import { createRequestCounts } from './limits/request-counts.ts'
import { queueRequests } from './limits/request-queue-hook.ts'
import { boundBodies } from './limits/unfinished-bodies.ts'
import { boundUnread, type UnreadBounds } from './limits/unread-answers.ts'
import { setAnswerSerializer } from './routes/serialize-answer.ts'
import type { SeenVersions } from './seen-versions.ts'
import { isForSockets } from './upgrades.ts'

/** How a server is operated. */
export interface Operation {
  /** Registry for its request metrics. */
  readonly registry?: Registry
  /** Versions that its clients have seen. */
  readonly seen?: SeenVersions
  /** Drains it before it stops. */
  readonly draining?: Draining
}

/** Largest request body; a trade of thirty items is under 10 kB. */
const BODY_LIMIT_BYTES = 64 * 1024

/**
 * Creates a Fastify server with everything around the routes: validation, errors, CORS, limits, compression and `/docs`.
 * @param unread bounds of what its clients do not read.
 * @param operation how it is operated; left out by tests that are not about it.
 */
export async function createServer(
  config: ApiConfig,
  log: FastifyBaseLogger,
  counts: FastifyRateLimitStoreCtor = createRequestCounts(null, ''),
  responses = new ResponseCache(0),
  unread?: UnreadBounds,
  { registry, draining, seen }: Operation = {},
): Promise<FastifyInstance> {
  const identity = clientIdentity(config)
  const server = createBareServer(config, log)
  // Before the cache: hooks after it do not run for cached answers.
  draining?.watch(server)
  const isOurSite = siteTest(config)
  if (config.tracing !== null) traceRequests(server, { isBelieved: ({ raw }) => isOurSite(raw) })
  if (registry !== undefined) measureRequests(server, registry, 'opal_api_request_seconds')
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
  server.setValidatorCompiler(validatorCompiler)
  setAnswerSerializer(server)
  logRequests(server)
  setSecureHeaders(server)
  seen?.serve(server)
  const countUnread = boundUnread(server, identity, unread)
  boundBodies(server, identity)
  const limit = createCachedResponseLimit(identity, config.rateLimitPerMinute)
  serveFromCache(server, responses, {
    mayServe: (request) => seen === undefined || !seen.isAhead(request),
    corsOf: (origin) => (isAllowedOrigin(origin, config) ? corsHeaders(origin) : []),
    limit,
    countUnread,
  })
  limitPreflights(server, limit)
  await allowSites(server, config)
  await server.register(cookie)
  await limitRequests(server, config, identity, counts)
  server.addHook('preValidation', async ({ query }) => leaveOutEmpty(query))
  queueRequests(server, identity)
  compressAnswers(server)
  if (config.servesDocs) await mountDocs(server)
  return server
}

/** Creates a server with what every listener of the process has: bounds and the id of each request, and answers to errors. */
export function createBareServer(config: ApiConfig, log: FastifyBaseLogger): FastifyInstance {
  const hold = holdRefusals()
  const server = Fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: proxyTrust(config),
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines contain the request id already; a child logger for each request would cost more than most answers.
    childLoggerFactory: (logger) => logger,
    requestTimeout: 30_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { shouldUpgradeCallback: isForSockets },
    routerOptions: { maxParamLength: 300 },
    genReqId: ({ headers }) => requestIdOf(headers),
    frameworkErrors: answerUnroutable(hold),
    clientErrorHandler: answerBrokenConnection,
  })
  readJsonBodies(server)
  answerErrors(server, hold)
  return server
}

/** Lets the pages of our sites call it. */
async function allowSites(server: FastifyInstance, config: ApiConfig): Promise<void> {
  await server.register(cors, {
    credentials: true,
    origin: (origin, done) => done(null, isAllowedOrigin(origin, config)),
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: [REQUEST_ID_HEADER],
    maxAge: 600,
    // Other OPTIONS requests are answered like preflights: the plugin's error would not have our shape.
    strictPreflight: false,
  })
}

/** A member without a value, as forms send it, is one that was left out. */
function leaveOutEmpty(query: unknown): void {
  const members = query as Record<string, unknown>
  for (const [name, value] of Object.entries(members)) {
    if (value === '') delete members[name]
    else if (Array.isArray(value)) members[name] = value.filter((one) => one !== '')
  }
}

/** Returns the headers that @fastify/cors sends to an allowed origin. */
function corsHeaders(origin: string | undefined): readonly string[] {
  if (origin === undefined) return []
  return [
    'access-control-allow-origin',
    origin,
    'access-control-allow-credentials',
    'true',
    'access-control-expose-headers',
    REQUEST_ID_HEADER,
  ]
}

/** Slower answers are worth a line without being asked for. */
const SLOW_MS = 1_000

function logRequests(server: FastifyInstance): void {
  onRequestEnd(server, (request, reply, status) => {
    const ms = Math.round(reply.elapsedTime)
    const facts = () => ({ ...loggedRequest(request), status, ms })
    if (ms > SLOW_MS) request.log.warn(facts(), 'slow answer')
    else if (request.log.level === 'debug' || request.log.level === 'trace') request.log.debug(facts(), 'answered')
  })
}

/** Serves the OpenAPI description made from the contract at `/docs`, as JSON at `/docs/json`. */
async function mountDocs(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Opal',
        version: '0',
        description:
          'The calls of the Opal NFT marketplace. Amounts are octas (10^-8 APT) as decimal strings; versions and times are 64-bit integers as decimal strings.',
      },
    },
    transform: jsonSchemaTransform,
  })
  await server.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
}
