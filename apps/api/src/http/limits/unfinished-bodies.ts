import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ClientIdentity } from './client-address.ts'
import { createHeldBytes, type HeldBounds } from './held-bytes.ts'

/** Eight of the largest bodies for one client, sets of tokens, or more than a hundred usual ones. A client that sends has hardly any unfinished. */
const BOUNDS: HeldBounds = { bytes: 200_000_000, bytesPerClient: 8_000_000 }

/**
 * Bounds the bodies that clients have begun to send, by what each may have in the end. They are in memory as far as they came, for as long as a request
 * may take: a few hundred clients that send almost all of many would fill it.
 */
export function boundBodies(server: FastifyInstance, identity: ClientIdentity, bounds: HeldBounds = BOUNDS): void {
  const hold = createHeldBytes(identity, bounds)
  server.addHook('preParsing', async (request, reply, body) => {
    const bytes = bytesOf(request)
    if (bytes > 0) body.once('end', hold(request.raw, reply.raw, bytes))
  })
}

/** Methods whose bodies are not read. */
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns the most bytes that are kept of a request's body. */
function bytesOf({ method, headers, routeOptions: { bodyLimit = 0 } }: FastifyRequest): number {
  if (BODYLESS.has(method)) return 0
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit)
}
