import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * Has every answer carry the headers that keep browsers from doing more with it than to read it. They are the same for all, and
 * made once.
 */
export function setSecureHeaders(server: FastifyInstance): void {
  const headers = secureHeaders()
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

function secureHeaders(): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const set = helmet({
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Pictures and data are read by the web app from another origin; CORS says which.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  set(request, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
