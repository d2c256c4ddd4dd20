import { boundLog } from '@opal/runtime/bounded-log'
import { KEEP_ALIVE_MS } from '@opal/runtime/keep-alive'
import { loggedRequest } from '@opal/runtime/logged-request'
import { REQUEST_ID_HEADER, requestIdOf } from '@opal/runtime/request-id'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import type { WebConfig } from '../config.ts'
import { barePageOf } from './bare-pages.ts'
import { proxyTrust } from './limit-pages.ts'

/** Longest time in which a request must arrive, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000

/** Seconds after which a client may retry a page that waited too long. */
const RETRY_SECONDS = 5

/** Thrown while too many pages are rendered or queued. */
export class PagesBusyError extends Error {
  override readonly name = 'PagesBusyError'
  readonly statusCode = 503
}

/** Methods of the site's routes: pages are only read. */
const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Creates the Fastify server of the site: every error is answered with a static page that exposes no internals. */
export function createPageServer(config: Pick<WebConfig, 'trustedProxies'>, logger: Logger): FastifyInstance {
  const server: FastifyInstance = fastify({
    loggerInstance: boundLog(logger as FastifyBaseLogger),
    // One for each request would not be bounded; what is logged of a request names it.
    childLoggerFactory: (bounded) => bounded,
    disableRequestLogging: true,
    forceCloseConnections: true,
    trustProxy: proxyTrust(config),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    genReqId: ({ headers }) => requestIdOf(headers),
    routerOptions: { ignoreTrailingSlash: false },
    frameworkErrors: answerError,
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
  server.setErrorHandler(answerError)
  // A catch-all route serves every path: unknown methods arrive here, and files that a newer build has replaced.
  server.setNotFoundHandler((request, reply) =>
    READ_METHODS.has(request.method) ? sendPage(reply, 404) : refuseMethod(reply),
  )
  return server
}

/** Refuses other methods than GET and HEAD before their body is read. */
export function refuseWriting(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (READ_METHODS.has(request.method)) done()
  else void refuseMethod(reply)
}

function refuseMethod(reply: FastifyReply): FastifyReply {
  return sendPage(reply.header('allow', 'GET, HEAD'), 405)
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = error as { statusCode?: unknown }
  if (error instanceof PagesBusyError) {
    sendPage(reply.header('retry-after', RETRY_SECONDS), error.statusCode)
    return
  }
  const isClientError = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  if (!isClientError) request.log.error({ err: error, ...loggedRequest(request) }, 'page failed')
  sendPage(reply, isClientError ? statusCode : 500)
}

function sendPage(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .send(barePageOf(status))
}
