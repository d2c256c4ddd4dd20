import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import serveStatic from '@fastify/static'
import { clientAt } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds } from '@opal/domain/limits/fair-queue'
import type { Draining } from '@opal/runtime/draining'
import { leavingOf } from '@opal/runtime/leaving-reader'
import { loggedRequest } from '@opal/runtime/logged-request'
import { boundPipelines } from '@opal/runtime/pipelined-requests'
import { REQUEST_ID_HEADER } from '@opal/runtime/request-id'
import { measureRequests } from '@opal/runtime/request-metrics'
import { traceHeaders, traceRequests } from '@opal/runtime/tracing'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createRequestHandler } from 'react-router'
import type { WebConfig } from '../config.ts'
import { isBareFailure, LAST_RESORT_PAGE } from './bare-pages.ts'
import { describeNetwork } from './describe-network.ts'
import { limitPages, limitRequests, visitorOf } from './limit-pages.ts'
import { oneSlash } from './one-slash.ts'
import { createPageServer, PagesBusyError, refuseWriting } from './page-server.ts'
import { PageTurns } from './page-turns.ts'
import { asksForManyRoutes } from './route-discovery.ts'
import { createRouteNames } from './route-names.ts'
import { contentSecurityPolicy } from './security-policy.ts'
import { BUILD_DIRECTORY, type WebBuild } from './server-build.ts'
import { countUnreadPages, MAX_UNREAD_FILES, rendered } from './unread-pages.ts'

/** How the server is operated. */
export interface Operation {
  readonly registry: Registry
  readonly draining: Draining
}

/** Creates the web server: built assets, /network.json, /healthz, /readyz, and the server-rendered pages. */
export async function createWebServer(
  config: WebConfig,
  site: WebBuild,
  logger: Logger,
  { registry, draining }: Operation,
): Promise<FastifyInstance> {
  const server = createPageServer(config, logger)
  boundPipelines(server.server)
  draining.watch(server)
  const routeOf = createRouteNames(site.build)
  measureRequests(server, registry, 'opal_web_request_seconds', routeOf)
  if (config.tracing !== null) traceRequests(server, { routeOf })
  limitRequests(server, config)
  await server.register(helmet, {
    // The policy contains a nonce per page, so the page route sets it.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    hsts: config.publicUrl.startsWith('https:'),
  })
  await serveFiles(server, config, fileURLToPath(new URL('client/', BUILD_DIRECTORY)))
  serveHealth(server, draining)
  serveNetworkJson(server, config)
  servePages(server, config, createPageRenderer(config, site))
  return server
}

/** Serves whether the process lives, and whether balancers may send to it. Pages say themselves when the API is away. */
export function serveHealth(server: FastifyInstance, draining: Pick<Draining, 'isDraining'>): void {
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', (_request, reply) =>
    draining.isDraining ? reply.code(503).send({ status: 'not-ready' }) : { status: 'ready' },
  )
}

/**
 * Serves the files of a build. Each is read as far as its reader takes it, however slowly: of those that wait for their readers there are a few.
 * @param root directory, with a slash at its end
 * @param max files that may wait
 */
export async function serveFiles(
  server: FastifyInstance,
  config: Pick<WebConfig, 'exemptsOwnMachine'>,
  root: string,
  max = MAX_UNREAD_FILES,
): Promise<void> {
  const countFile = countUnreadPages(max)
  await server.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      const visitor = visitorOf(request, config)
      if (visitor !== null) countFile(clientAt(visitor), reply.raw)
      if (reply.raw.destroyed) reply.hijack()
      done()
    })
    await scope.register(serveStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const forever = path.startsWith(`${root}assets/`)
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    })
  })
}

/** Serves the addresses and demo accounts for tools. Reads the file per request, because the supervisor rewrites it. */
function serveNetworkJson(server: FastifyInstance, config: WebConfig): void {
  server.get('/network.json', async (request, reply) => {
    const text = config.networkJson === null ? '' : await readFile(config.networkJson, 'utf8').catch(() => '')
    const described = describeNetwork(text, config.network, request.hostname)
    if (described === null)
      return reply.code(404).send({ error: { code: 'not-found', message: 'No network file here.' } })
    return reply.header('cache-control', 'no-store').send(described)
  })
}

/** Renders a page and begins to send it. It resolves with nothing: a reply would be awaited until it is sent. */
type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

function createPageRenderer(config: WebConfig, site: WebBuild): AnswerPage {
  const handle = createRequestHandler(site.build, 'production')
  return async (request, reply) => {
    const report = (error: unknown) => request.log.error({ err: error, ...loggedRequest(request) }, 'page failed')
    const nonce = randomBytes(16).toString('base64')
    const context = site.createLoadContext(config, {
      nonce,
      report,
      readStyles,
      visitor: visitorOf(request, config),
      cookie: request.headers.cookie ?? null,
      requestHeaders: { [REQUEST_ID_HEADER]: request.id, ...traceHeaders() },
      requestId: request.id,
    })
    const response = await handle(toWebRequest(request, reply), context)
    reply.header('content-security-policy', contentSecurityPolicy(config, nonce))
    if (isBareFailure(response)) void reply.code(500).type('text/html; charset=utf-8').send(LAST_RESORT_PAGE)
    else sendWebResponse(reply, response)
  }
}

/**
 * Largest number of pages that are begun: those that wait for their turn, and those whose turn passed while they wait for the API or their reader. Four
 * clients, or a site, leave places to others. Those that wait longer than people do are refused.
 */
const PAGES: FairBounds = {
  concurrency: 32,
  concurrencyPerClient: 6,
  maxPending: 400,
  maxPendingPerClient: 60,
  maxWaitMs: 10_000,
}

/** Compresses what is made for each visitor. Files are compressed once, as they are built: anyone may ask for any number of them. */
async function compressPages(scope: FastifyInstance): Promise<void> {
  // Flushes each write: otherwise the streamed shell would wait for the whole document.
  await scope.register(compress, {
    // Pages are only read: no request has a body that would be decompressed.
    globalDecompression: false,
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
}

/** Serves pages: as many as a client and its site may ask for, a few at a time, those of clients that took less time lately first. */
export function servePages(
  server: FastifyInstance,
  config: Pick<WebConfig, 'pagesPerMinute' | 'exemptsOwnMachine'>,
  answer: AnswerPage,
  bounds: FairBounds = PAGES,
  turns = new PageTurns(),
): void {
  const queue = createFairQueue(bounds, () => new PagesBusyError('Too many pages at once.'), turns.order)
  const countPage = countUnreadPages()
  server.register(async (scope) => {
    await compressPages(scope)
    limitPages(scope, config)
    scope.addHook('onRequest', refuseWriting)
    scope.all('*', async (request, reply) => {
      const clean = oneSlash(request.url)
      if (clean !== null) return reply.redirect(clean, 308)
      if (asksForManyRoutes(request.url)) throw Object.assign(new Error('Too many paths.'), { statusCode: 400 })
      const visitor = visitorOf(request, config)
      if (visitor === null) {
        await answer(request, reply)
        return reply
      }
      const client = clientAt(visitor)
      const signal = leavingOf(reply)
      const answered = async () => {
        await answer(request, reply)
        countPage(client, reply.raw)
        await rendered(reply.raw)
      }
      try {
        await queue.add(client, () => turns.add(client, answered, signal), { signal })
        return await reply
      } catch (error) {
        if (!signal.aborted) throw error
        return reply.hijack()
      }
    })
  })
}

const CLIENT = fileURLToPath(new URL('client/', BUILD_DIRECTORY))
const cache = new Map<string, string>()
/** Returns a style sheet of the build by its path on the site. Cached: its name changes with its content. */
export function readStyles(href: string): string {
  const known = cache.get(href)
  if (known !== undefined) return known
  // `</style>` in a sheet would end the style element and the rest would be parsed as markup.
  const text = readFileSync(CLIENT + href.replace(/^\//, ''), 'utf8').replaceAll('</', '<\\/')
  cache.set(href, text)
  return text
}

/**
 * Converts a Fastify request to a fetch request, which is aborted when the client disconnects.
 * @throws Error with status code 400 where the client named a host, or an address, that is none.
 */
export function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const url = URL.parse(request.url, `${request.protocol}://${request.host}`)
  if (url === null) throw Object.assign(new Error(`${request.host} is no host.`), { statusCode: 400 })
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(url, {
    method: request.method,
    headers: toWebHeaders(request.headers),
    signal: leavingOf(reply),
    ...(hasBody && { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' }),
  } as RequestInit)
}

function toWebHeaders(headers: FastifyRequest['headers']): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) copy.append(name, item)
  }
  return copy
}

/** Sends a fetch response, streaming its body. */
function sendWebResponse(reply: FastifyReply, response: Response): void {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  void reply.send(response.body === null ? null : Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>))
}
