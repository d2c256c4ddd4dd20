import cors from '@fastify/cors'
import { listenOn } from '@opal/dev-chain/servers/listen'
import { refuseOtherPages } from '@opal/dev-chain/servers/own-machine'
import fastify, { type FastifyInstance } from 'fastify'
import type { DrawnCollection } from '../art/demo-collection.ts'
import { ArtSource } from './art-source.ts'

export interface ArtHostOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly collections: readonly DrawnCollection[]
  /** The dev wallet's script with its configuration, as served. */
  readonly walletScript: string
}

export interface ArtHost extends AsyncDisposable {
  /** IPFS gateway base, e.g. `http://127.0.0.1:8082/ipfs`. */
  readonly gateway: string
  readonly walletScriptUrl: string
}

/**
 * Serves the demo's images as an IPFS gateway would, and the dev wallet's script.
 * @throws PortTakenError
 */
export async function startArtHost(options: ArtHostOptions): Promise<ArtHost> {
  const server = fastify({ logger: false, forceCloseConnections: true })
  refuseOtherPages(server)
  await server.register(async (scope) => {
    await scope.register(cors, { origin: '*' })
    addArt(scope, new ArtSource(options.collections))
  })
  addWalletScript(server, options.walletScript)
  const { host, port } = options
  const address = await listenOn({ what: 'art host', port, variable: 'ART_PORT' }, host, () =>
    server.listen({ host, port }),
  )
  return {
    gateway: `${address}/ipfs`,
    walletScriptUrl: `${address}/dev-wallet.js`,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/**
 * Serves the dev wallet, whose script contains private keys, to pages of this machine alone. They load it with `crossorigin`,
 * so their requests carry an origin, which {@link refuseOtherPages} has checked. A request without one may come from the
 * script tag of any page: browsers give its `same-origin` answer to no other page, and another site's request is refused.
 */
function addWalletScript(server: FastifyInstance, script: string): void {
  server.get('/dev-wallet.js', (request, reply) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    reply.header('cross-origin-resource-policy', 'same-origin').header('vary', 'origin, sec-fetch-site')
    if (origin !== undefined) reply.header('access-control-allow-origin', origin)
    else if (site === 'cross-site' || site === 'same-site') {
      return reply
        .code(403)
        .send({ code: 'other-site', message: 'The development wallet is for pages of this machine.' })
    }
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script)
  })
}

function addArt(server: FastifyInstance, source: ArtSource): void {
  server.get<{ Params: { cid: string; file: string } }>('/ipfs/:cid/:file', (request, reply) => {
    const { cid, file } = request.params
    const found = source.file(cid, file)
    if (found === null) return reply.code(404).send({ code: 'not-found', message: `there is no ${cid}/${file}` })
    const etag = `"${cid}/${file}"`
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
    // An SVG from here is an image and never a page: it may load and run nothing.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(found.contentType).send(found.body)
  })
}
