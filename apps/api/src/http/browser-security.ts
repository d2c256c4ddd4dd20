import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { ApiConfig } from '../config.ts'

/**
 * Adds to every answer the headers that keep browsers from doing more with it than reading it. They are the same for all, and made once.
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
    // The site reads images and data from another origin; CORS restricts which.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  set(request, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Returns whether a page of this origin may call the API with cookies. The web app may; on a local network also any page
 * of the same machine, on any port.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  config: Pick<ApiConfig, 'webPublicUrl' | 'network'>,
): boolean {
  if (origin === undefined) return true
  if (origin === new URL(config.webPublicUrl).origin) return true
  if (config.network !== 'local' || !URL.canParse(origin)) return false
  return LOOPBACK.has(new URL(origin).hostname)
}
