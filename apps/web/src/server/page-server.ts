import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import type { WebConfig } from '../config.ts'
import { barePageOf } from './bare-pages.ts'
import { proxyTrust } from './limit-pages.ts'

/** How long a request may take to arrive, milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000

/** No route of the site takes anything: pages are read. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Creates the server that the site's routes stand on: whatever cannot be answered gets a page, never internals. */
export function createPageServer(config: Pick<WebConfig, 'trustedProxies'>, logger: Logger): FastifyInstance {
  const server: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    disableRequestLogging: true,
    forceCloseConnections: true,
    trustProxy: proxyTrust(config),
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: false },
    frameworkErrors: answerError,
  })
  server.setErrorHandler(answerError)
  // Every address is a page of some route; what is left are methods that no route knows.
  server.setNotFoundHandler((_request, reply) => refuseMethod(reply))
  return server
}

/** Refuses whatever is no reading, before a body is waited for. */
export function refuseWriting(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (READING.has(request.method)) done()
  else void refuseMethod(reply)
}

function refuseMethod(reply: FastifyReply): FastifyReply {
  return sendPage(reply.header('allow', 'GET, HEAD'), 405)
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = error as { statusCode?: unknown }
  const isClients = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  if (!isClients) request.log.error({ err: error, url: request.url }, 'page failed')
  sendPage(reply, isClients ? statusCode : 500)
}

function sendPage(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .send(barePageOf(status))
}
