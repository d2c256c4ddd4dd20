import { isLoopbackHost, isLoopbackUrl } from '@opal/domain/text/published-url'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Returns whether a page of this origin is served by this machine. Programs name no origin. */
export function isLocalPage(origin: string | undefined): boolean {
  return origin === undefined || (/^https?:/.test(origin) && URL.canParse(origin) && isLoopbackUrl(origin))
}

/** Wallets are extensions; no page from elsewhere has such an origin. */
function isExtension(origin: string | undefined): boolean {
  return origin !== undefined && /^(chrome|moz|safari-web)-extension:\/\//.test(origin)
}

/**
 * Refuses pages from elsewhere, which a browser of this machine may have open while localnet runs: by their origin, and by a name of
 * theirs that leads to this machine (DNS rebinding). Register it before CORS, so that their preflights are refused too.
 */
export function refuseOtherPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (isForThisMachine(request) && (isLocalPage(origin) || isExtension(origin))) return
    return reply.code(403).send({
      message: 'Only programs and pages of this machine are answered.',
      error_code: 'api_disabled',
      vm_error_code: null,
    })
  })
}

/** A browser always names the host that it believes to talk to. */
function isForThisMachine({ headers: { host } }: FastifyRequest): boolean {
  return host === undefined || (URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname))
}
