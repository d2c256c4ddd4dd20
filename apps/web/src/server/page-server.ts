import { hangUpOnStall } from '@opal/domain/limits/stalled-reader'
import { boundLog } from '@opal/runtime/bounded-log'
import { KEEP_ALIVE_MS } from '@opal/runtime/keep-alive'
import { loggedRequest } from '@opal/runtime/logged-request'
import { type HoldRefusal, holdRefusals } from '@opal/runtime/refusal-pace'
import { REQUEST_ID_HEADER, requestIdOf } from '@opal/runtime/request-id'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import type { WebConfig } from '../config.ts'
import { barePageOf } from './bare-pages.ts'
import { proxyTrust } from './limit-pages.ts'

/** Longest time in which a request must arrive, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * Listeners to one event of an answer from which on Node warns of a leak. What counts, measures, traces and sends a page that waits listens to its
 * answer's end a dozen times in all; ten would be allowed.
 */
const MAX_LISTENERS = 20

/** Seconds after which a client may retry a page that waited too long. */
const RETRY_SECONDS = 5

/** Thrown while too many pages are rendered or queued. */
export class PagesBusyError extends Error {
  override readonly name = 'PagesBusyError'
  readonly statusCode = 503
}

/** Methods of the site's routes: pages are only read. */
const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Creates the Fastify server of the site: every error is answered with a static page that exposes no internals, refusals at a pace of their own, and
 * who reads nothing of an answer is disconnected.
 * @param stallMs for tests.
 */
export function createPageServer(
  config: Pick<WebConfig, 'trustedProxies'>,
  logger: Logger,
  stallMs?: number,
): FastifyInstance {
  const hold = holdRefusals()
  const server: FastifyInstance = fastify({
    loggerInstance: boundLog(logger as FastifyBaseLogger),
    // A child logger for each request would bypass the bound; log lines name their request anyway.
    childLoggerFactory: (bounded) => bounded,
    disableRequestLogging: true,
    forceCloseConnections: true,
    trustProxy: proxyTrust(config),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    genReqId: ({ headers }) => requestIdOf(headers),
    routerOptions: { ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => void answerError(hold, error, request, reply),
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    reply.raw.setMaxListeners(MAX_LISTENERS)
    hangUpOnStall(reply.raw, stallMs)
    done()
  })
  server.setErrorHandler((error, request, reply) => answerError(hold, error, request, reply))
  // A catch-all route serves every path: unknown methods arrive here, and files that a newer build has replaced.
  server.setNotFoundHandler((request, reply) =>
    answerError(hold, READ_METHODS.has(request.method) ? new MissingError() : new ReadOnlyError(), request, reply),
  )
  return server
}

/** There is no such file. */
class MissingError extends Error {
  readonly statusCode = 404
}

/** Pages can only be read. */
class ReadOnlyError extends Error {
  readonly statusCode = 405
}

/** Refuses other methods than GET and HEAD before their body is read. */
export function refuseWriting(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  done(READ_METHODS.has(request.method) ? undefined : new ReadOnlyError())
}

async function answerError(
  hold: HoldRefusal,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = statusOf(error)
  if (status >= 500 && !(error instanceof PagesBusyError))
    request.log.error({ err: error, ...loggedRequest(request) }, 'page failed')
  else await hold()
  if (error instanceof PagesBusyError) reply.header('retry-after', RETRY_SECONDS)
  if (error instanceof ReadOnlyError) reply.header('allow', 'GET, HEAD')
  return sendPage(reply, status)
}

/** Returns the status of an error on purpose; 500 of any other. */
function statusOf(error: unknown): number {
  const { statusCode } = error as { statusCode?: unknown }
  const isOfClient = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return isOfClient || error instanceof PagesBusyError ? Number(statusCode) : 500
}

function sendPage(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .send(barePageOf(status))
}
