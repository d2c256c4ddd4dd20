import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createRequestHandler } from 'react-router'
import type { WebConfig } from '../config.ts'
import { isBareFailure, LAST_RESORT_PAGE } from './bare-pages.ts'
import { describeNetwork } from './describe-network.ts'
import { sendWebResponse, toWebRequest } from './fetch-adapter.ts'
import { limitPages } from './limit-pages.ts'
import { oneSlash } from './one-slash.ts'
import { createPageServer, refuseWriting } from './page-server.ts'
import { readStyles } from './read-styles.ts'
import { contentSecurityPolicy } from './security-policy.ts'
import { BUILD_DIRECTORY, type WebBuild } from './server-build.ts'

/** Creates the web server: built assets, /network.json, /healthz, and the server-rendered pages. */
export async function createWebServer(config: WebConfig, site: WebBuild, logger: Logger): Promise<FastifyInstance> {
  const server = createPageServer(config, logger)
  // Flushes each write: otherwise the streamed shell would wait for the whole document.
  await server.register(compress, {
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
  await server.register(helmet, {
    // The policy contains a nonce per page, so the page route sets it.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    hsts: config.publicUrl.startsWith('https:'),
  })
  await serveBuiltFiles(server)
  server.get('/healthz', () => ({ status: 'ok' }))
  serveNetworkJson(server, config)
  servePages(server, config, site)
  return server
}

async function serveBuiltFiles(server: FastifyInstance): Promise<void> {
  const client = fileURLToPath(new URL('client/', BUILD_DIRECTORY))
  await server.register(serveStatic, {
    root: client,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const forever = path.startsWith(`${client}assets/`)
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
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

function servePages(server: FastifyInstance, config: WebConfig, site: WebBuild): void {
  const handle = createRequestHandler(site.build, 'production')
  server.register(async (scope) => {
    await limitPages(scope, config)
    scope.addHook('onRequest', refuseWriting)
    scope.all('*', async (request, reply) => {
      const clean = oneSlash(request.url)
      if (clean !== null) return reply.redirect(clean, 308)
      const report = (error: unknown) => request.log.error({ err: error, url: request.url }, 'page failed')
      const nonce = randomBytes(16).toString('base64')
      const response = await handle(
        toWebRequest(request, reply),
        site.createLoadContext(config, nonce, report, readStyles),
      )
      reply.header('content-security-policy', contentSecurityPolicy(config, nonce))
      if (isBareFailure(response)) return reply.code(500).type('text/html; charset=utf-8').send(LAST_RESORT_PAGE)
      return sendWebResponse(reply, response)
    })
  })
}
